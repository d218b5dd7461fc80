import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { newId } from "../time/ids.js";

const kinds: Readonly<Record<string, { status: number; code: string; message: string }>> = {
  HPE_INVALID_EOF_STATE: { status: 400, code: "BAD_REQUEST", message: "The request is incomplete." },
  HPE_HEADER_OVERFLOW: { status: 431, code: "BAD_REQUEST", message: "The request's headers are too long." },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: "REQUEST_TIMEOUT", message: "The request headers did not arrive in time." },
};
const unreadable = { status: 400, code: "BAD_REQUEST", message: "The request cannot be read as HTTP/1.1." };

/** Responds to incomplete or invalid HTTP requests with a JSON error. If another response is in progress, only closes the connection. */
export function answerBrokenRequests(server: Server): void {
  const exchanges = new WeakMap<Duplex, { request: IncomingMessage; response: ServerResponse }>();
  const keep = (request: IncomingMessage, response: ServerResponse) => void exchanges.set(request.socket, { request, response });
  server.prependListener("request", keep).prependListener("checkContinue", keep);
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const last = exchanges.get(socket);
    const current = last && !last.response.writableEnded ? last : undefined;
    const isOthersTurn = current && (current.response.headersSent || current.request.complete);
    if (!socket.writable || error.code === "ECONNRESET" || isOthersTurn) return void socket.destroy(error);
    endBrokenRequest(socket, error.code, current?.request.headers["x-request-id"]);
  });
}

/** Responds to an incomplete or invalid request, and closes its connection. `reason` is the code of Node's error. */
export function endBrokenRequest(socket: Duplex, reason: string | undefined, id: string | string[] = newId()): void {
  const { status, code, message } = kinds[reason ?? ""] ?? unreadable;
  const requestId = String(id);
  const body = JSON.stringify({ errors: [{ message, extensions: { code, requestId } }] });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "Connection: close",
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`, () => socket.destroy());
}
