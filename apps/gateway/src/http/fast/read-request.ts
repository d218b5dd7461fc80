import { BufferedRequest } from "./buffered-request.js";

/** Result for a request whose end has not arrived yet. */
export const isIncomplete = Symbol("incomplete");

const headEnd = "\r\n\r\n";
const maxHeadBytes = 16 * 1024;
/** Maximum size of a request, including its head. */
export const maxRequestBytes = 64 * 1024;
const requestLine = /^POST (\/[\x21-\x7e]*) HTTP\/1\.1$/;
const token = /^[\w!#$%&'*+.^`|~-]+$/;
const invalidValue = /[^\t\x20-\x7e\x80-\xff]/;
// Matches only spaces and tabs, because `trim` would also remove line breaks (RFC 9110 5.5).
const outerSpace = /^[\t ]+|[\t ]+$/g;
const digits = /^\d{1,5}$/;
// Headers that change a message's framing or a connection's state (RFC 9112 6, RFC 9110 10.1.1 and 7.8).
const special = new Set(["transfer-encoding", "trailer", "te", "expect", "upgrade", "http2-settings", "keep-alive", "proxy-connection"]);

/**
 * Reads a POST request that is at the start of `bytes` and has a Content-Length. Accepts only requests that all HTTP parsers read alike: no
 * repeated headers, and no folded lines. Returns undefined for all other requests. `remoteAddress` is the client's address.
 */
export function readRequest(
  bytes: Buffer,
  remoteAddress: string | undefined,
): { request: BufferedRequest; length: number } | typeof isIncomplete | undefined {
  const end = bytes.indexOf(headEnd);
  if (end < 0 || end > maxHeadBytes) return undefined;
  const lines = bytes.toString("latin1", 0, end).split("\r\n");
  const url = requestLine.exec(lines[0] as string)?.[1];
  if (url === undefined) return undefined;
  const headers: Record<string, string> = {};
  const rawHeaders: string[] = [];
  for (let index = 1; index < lines.length; index += 1) {
    const line = lines[index] as string;
    const colon = line.indexOf(":");
    const raw = line.slice(0, colon);
    const value = line.slice(colon + 1).replace(outerSpace, "");
    if (colon <= 0 || !token.test(raw) || invalidValue.test(value)) return undefined;
    const name = raw.toLowerCase();
    if (name in headers || special.has(name)) return undefined;
    headers[name] = value;
    rawHeaders.push(raw, value);
  }
  if (headers.host === undefined || !isKeptAlive(headers.connection) || !digits.test(headers["content-length"] ?? "")) return undefined;
  const start = end + headEnd.length;
  const length = start + Number(headers["content-length"]);
  if (length > maxRequestBytes) return undefined;
  if (length > bytes.length) return isIncomplete;
  return { request: new BufferedRequest(url, headers, rawHeaders, bytes.subarray(start, length), remoteAddress), length };
}

function isKeptAlive(connection: string | undefined): boolean {
  return connection === undefined || connection.toLowerCase() === "keep-alive";
}
