import type { SubgraphRequest } from "../subgraph-client.js";

// Invalid characters in headers: control characters and characters outside Latin-1.
const invalidHeader = /[^\t\x20-\x7e\x80-\xff]/;

/** Encodes header lines. `headers` is a list of alternating names and values. Throws an Error for an invalid header. */
export function encodeHead(headers: readonly string[], lineEnd: string): string {
  let head = "";
  for (let index = 0; index < headers.length; index += 2) {
    const line = `${headers[index]}: ${headers[index + 1]}`;
    if (invalidHeader.test(line)) throw new Error(`The header ${headers[index]} has an invalid character`);
    head += line + lineEnd;
  }
  return head;
}

/** Encodes an HTTP/1.1 request in one buffer, which one system call can send. Throws an Error for an invalid header. */
export function encodeRequest(path: string, host: string, { headers, body }: Pick<SubgraphRequest, "headers" | "body">): Buffer {
  let head = `${body === null ? "GET" : "POST"} ${path} HTTP/1.1\r\nhost: ${host}\r\naccept: application/json\r\n`;
  head += encodeHead(headers, "\r\n");
  const length = body === null ? 0 : Buffer.byteLength(body);
  head += body === null ? "\r\n" : `content-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;
  const request = Buffer.allocUnsafe(head.length + length);
  request.write(head, 0, "latin1");
  if (body !== null) request.write(body, head.length, "utf8");
  return request;
}
