import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ResponseReader, type SubgraphReply } from "./response-reader.js";

interface Plain {
  status: number;
  errorCount: string | undefined;
  body: string;
}

const plain = fc.record({
  status: fc.constantFrom(200, 202, 400, 500, 503),
  errorCount: fc.option(fc.nat(999).map(String), { nil: undefined }),
  body: fc.string({ unit: "grapheme", maxLength: 200 }),
});

/** Encodes a response, with a chunked body or with its length. */
function encode({ status, errorCount, body }: Plain, cuts: readonly number[] | undefined, interim: boolean): Buffer {
  const bytes = Buffer.from(body);
  const head = ["Content-Type: application/json", ...(errorCount === undefined ? [] : [`X-Offergraph-Errors:${errorCount}`])];
  const first = interim ? "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" : "";
  const headOf = (framing: string) => Buffer.from(`${first}HTTP/1.1 ${status} Text\r\n${[...head, framing].join("\r\n")}\r\n\r\n`);
  if (!cuts) return Buffer.concat([headOf(`Content-Length: ${bytes.length}`), bytes]);
  const positions = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((left, right) => left - right), bytes.length];
  const parts = positions.slice(1).map((end, index) => bytes.subarray(positions[index], end));
  const chunks = parts.filter((part) => part.length > 0).flatMap((part) => [`${part.length.toString(16)};name=value\r\n`, part, "\r\n"]);
  return Buffer.concat([
    headOf("transfer-encoding: chunked"),
    ...chunks.map((part) => Buffer.from(part)),
    Buffer.from("0\r\nA: b\r\n\r\n"),
  ]);
}

function pieces(bytes: Buffer, sizes: readonly number[]): Buffer[] {
  const found: Buffer[] = [];
  for (let at = 0, index = 0; at < bytes.length; index++) {
    const size = sizes[index % sizes.length] ?? 1;
    found.push(bytes.subarray(at, at + size));
    at += size;
  }
  return found;
}

const shown = ({ status, errorCount, body }: SubgraphReply) => ({ status, errorCount, body: body.toString() });
const read = (text: string, maxBytes = 1_000) => new ResponseReader(maxBytes).read(Buffer.from(text));

describe("ResponseReader", () => {
  it("reads responses of one connection, however their bytes are split", () => {
    const response = fc.record({
      plain,
      cuts: fc.option(fc.array(fc.nat(500), { maxLength: 5 }), { nil: undefined }),
      interim: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.array(response, { minLength: 1, maxLength: 4 }),
        fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1 }),
        (list, sizes) => {
          const reader = new ResponseReader(10_000);
          for (const { plain: sent, cuts, interim } of list) {
            const replies = pieces(encode(sent, cuts, interim), sizes).map((piece) => reader.read(piece));
            expect(replies.slice(0, -1).every((reply) => reply === undefined)).toBe(true);
            expect(shown(replies.at(-1) as SubgraphReply)).toEqual(sent);
            expect(reader.isReusable).toBe(true);
          }
        },
      ),
    );
  });

  it("reads a body that ends with the connection", () => {
    const reader = new ResponseReader(100);
    expect(reader.read(Buffer.from("HTTP/1.1 200 OK\r\n\r\nab"))).toBeUndefined();
    reader.read(Buffer.from("c"));
    expect(shown(reader.end() as SubgraphReply)).toEqual({ status: 200, errorCount: undefined, body: "abc" });
    expect(reader.isReusable).toBe(false);
  });

  it("has no response if the connection ends too early", () => {
    for (const text of ["", "HTTP/1.1 200", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\na"]) {
      const reader = new ResponseReader(100);
      expect(reader.read(Buffer.from(text))).toBeUndefined();
      expect(reader.end()).toBeUndefined();
    }
  });

  it.each([
    ["HTTP/1.1 200 OK\r\nContent-Length: 1\r\nConnection: close\r\n\r\na", false],
    ["HTTP/1.0 200 OK\r\nContent-Length: 1\r\n\r\na", false],
    ["HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na more", false],
    ["HTTP/1.1 204 No Content\r\n\r\n", true],
    ["HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: keep-alive\r\n\r\n", true],
  ])("knows whether the connection can be used again after %j", (text, isReusable) => {
    const reader = new ResponseReader(100);
    expect(reader.read(Buffer.from(text))).toBeDefined();
    expect(reader.isReusable).toBe(isReusable);
  });

  it.each([
    ["SSH-2.0-x\r\n\r\n", "not valid HTTP"],
    [`HTTP/1.1 200 OK\r\n${"a: b\r\n".repeat(20_000)}`, "not valid HTTP"],
    ["HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n", "unknown Transfer-Encoding"],
    ["HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n", "unknown Transfer-Encoding"],
    ["HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n", "invalid chunk"],
    ["HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3e9\r\n", "larger than 1000 bytes"],
    [`HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n${"a".repeat(1_001)}`, "larger than 1000 bytes"],
    [`HTTP/1.1 200 OK\r\n\r\n${"a".repeat(1_001)}`, "larger than 1000 bytes"],
  ])("rejects %j", (text, message) => {
    expect(() => read(text)).toThrow(message);
  });
});
