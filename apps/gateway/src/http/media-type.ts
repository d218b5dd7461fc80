import type { IncomingMessage } from "node:http";
import { LRUCache } from "lru-cache";
import Negotiator from "negotiator";

const json = "application/json";
const lines = "application/x-ndjson";
const graphqlResponse = "application/graphql-response+json";
export const contentTypes = [json, graphqlResponse];

/** Chosen types by Accept header. Clients send few different headers, and choosing a type is slow. */
const chosen = new LRUCache<string, { type: string | undefined }>({ max: 100 });

/** Returns the media type of the GraphQL response according to Accept. Returns undefined if the client accepts no supported type. */
export function answerType(request: Pick<IncomingMessage, "headers">): string | undefined {
  const { accept } = request.headers;
  // An empty Accept header is equivalent to a missing header (RFC 9110 12.5.1).
  if (accept === undefined || accept === "" || accept === "*/*" || accept === json) return json;
  const known = chosen.get(accept);
  if (known) return known.type;
  const type = new Negotiator(request).mediaType(contentTypes);
  chosen.set(accept, { type });
  return type;
}

/** True if the headers declare uncompressed JSON in UTF-8. */
export function isReadable(request: Pick<IncomingMessage, "headers">): boolean {
  return isJson(request.headers["content-type"]) && isPlain(request);
}

export function isLines(request: Pick<IncomingMessage, "headers">): boolean {
  return isUtf8Of(lines, request.headers["content-type"]) && isPlain(request);
}

export function isJson(contentType: string | undefined): boolean {
  return contentType === json || isUtf8Of(json, contentType);
}

function isPlain({ headers }: Pick<IncomingMessage, "headers">): boolean {
  return (headers["content-encoding"] ?? "identity").toLowerCase() === "identity";
}

function isUtf8Of(wanted: string, contentType: string | undefined): boolean {
  const [type = "", ...parameters] = (contentType ?? "")
    .toLowerCase()
    .split(";")
    .map((part) => part.trim());
  return type === wanted && parameters.every((parameter) => !parameter.startsWith("charset=") || /^charset="?utf-?8"?$/.test(parameter));
}
