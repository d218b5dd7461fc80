// Runs in a process of its own, between a gateway and the subgraphs. Signs each request, because the peers cannot sign requests. With
// `replay`, answers repeated queries from recorded responses.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { graphqlRequest, principalHeader, principalSigner } from "@offergraph/shared/access/principal";
import { readBody } from "@offergraph/shared/http/body";
import { FrameReader, FrameWriter, frameKinds, linkProtocol, type ReceivedFrame } from "@offergraph/shared/link/frames";
import { Pool } from "undici";
import { z } from "zod";
import { principalSchema } from "./system/principal.js";

const maxBodyBytes = 8 * 1024 * 1024;
const { signingKey, principal, services, replay } = z
  .object({ signingKey: z.string(), principal: principalSchema, services: z.record(z.string(), z.string()), replay: z.boolean() })
  .parse(await new Promise((resolve) => process.once("message", resolve)));
// Exits when the benchmark exits or is killed.
process.once("disconnect", () => process.exit());

interface Reply {
  status: number;
  type: string;
  /** Value of the response header x-offergraph-errors. */
  errors: string;
  body: Buffer;
}

const signer = principalSigner(signingKey);
const urls = Object.fromEntries(await Promise.all(Object.entries(services).map(async ([name, url]) => [name, await listen(name, url)])));
process.send?.({ urls });

function listen(service: string, target: string): Promise<string> {
  const pool = new Pool(new URL(target).origin, { connections: 64 });
  const recorded = new Map<string, Reply>();
  const forward = async (method: "GET" | "POST", path: string, body: Buffer): Promise<Reply> => {
    const headers = {
      "content-type": "application/json",
      [principalHeader]: signer.sign(principal, Date.now(), graphqlRequest(service, body)),
    };
    const answer = await pool.request({ method, path, headers, ...(method === "POST" && { body }) });
    const type = String(answer.headers["content-type"] ?? "application/json");
    const errors = String(answer.headers["x-offergraph-errors"] ?? "0");
    return { status: answer.statusCode, type, errors, body: Buffer.from(await answer.body.arrayBuffer()) };
  };
  const replyTo = async (method: "GET" | "POST", url: string, body: Buffer): Promise<Reply> => {
    const isQuery = replay && !body.includes("mutation");
    // Latin-1 maps each byte to one character and is the fastest decoder.
    const key = isQuery ? url + body.toString("latin1") : "";
    const known = isQuery ? recorded.get(key) : undefined;
    if (known) return known;
    const made = await forward(method, url, body);
    if (isQuery && made.status === 200) recorded.set(key, made);
    return made;
  };
  const reply = async (request: IncomingMessage): Promise<Reply> => {
    const method = request.method === "POST" ? "POST" : "GET";
    return replyTo(method, request.url ?? "/", method === "POST" ? await readBody(request, maxBodyBytes) : Buffer.alloc(0));
  };
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    reply(request).then(
      (made) => send(response, made),
      (error: Error) => response.writeHead(502).end(`${service} is unavailable: ${error.message}\n`),
    );
  });
  server.on("upgrade", (_request, socket: Socket) => serveLink(socket, (body) => replyTo("POST", new URL(target).pathname, body)));
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}${new URL(target).pathname}`);
    });
  });
}

function send(response: ServerResponse, { status, type, errors, body }: Reply): void {
  response.writeHead(status, { "content-type": type, "content-length": body.length, "x-offergraph-errors": errors }).end(body);
}

/** Responds to requests that arrive over a link, a connection for many concurrent requests (ADR 18). Only our gateway opens links. */
function serveLink(socket: Socket, reply: (body: Buffer) => Promise<Reply>): void {
  const writer = new FrameWriter(socket);
  const answer = async ({ id, number, payload }: ReceivedFrame) => {
    const { status, errors, body } = await reply(payload.subarray(number));
    writer.add({ kind: frameKinds.reply, id, number: Number(errors), status, head: "", body });
  };
  const reader = new FrameReader(maxBodyBytes, (frame) => void answer(frame));
  const close = () => socket.destroy();
  socket
    .on("data", (chunk: Buffer) => reader.read(chunk))
    .on("end", close)
    .on("error", close);
  socket.setNoDelay().write(`HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${linkProtocol}\r\n\r\n`);
}
