import type { IncomingMessage } from "node:http";
import Negotiator from "negotiator";

const json = "application/json";
const lines = "application/x-ndjson";
const graphqlResponse = "application/graphql-response+json";
export const contentTypes = [json, graphqlResponse];

/** The media type to answer in: what the caller likes best of the two that GraphQL over HTTP has; undefined when it takes neither. */
export function answerType(request: IncomingMessage): string | undefined {
  const { accept } = request.headers;
  // An empty header asks for nothing, as an absent one does (RFC 9110 12.5.1).
  if (accept === undefined || accept === "" || accept === "*/*" || accept === json) return json;
  return new Negotiator(request).mediaType(contentTypes);
}

/** Whether a body is said to be JSON in UTF-8 and not compressed, the only form that operations are read in. */
export function isReadable(request: IncomingMessage): boolean {
  return isJson(request.headers["content-type"]) && isPlain(request);
}

/** Whether a body is said to be JSON values in UTF-8, one a line, and not compressed. */
export function isLines(request: IncomingMessage): boolean {
  return isUtf8Of(lines, request.headers["content-type"]) && isPlain(request);
}

export function isJson(contentType: string | undefined): boolean {
  return contentType === json || isUtf8Of(json, contentType);
}

function isPlain({ headers }: IncomingMessage): boolean {
  return (headers["content-encoding"] ?? "identity").toLowerCase() === "identity";
}

function isUtf8Of(wanted: string, contentType: string | undefined): boolean {
  const [type = "", ...parameters] = (contentType ?? "")
    .toLowerCase()
    .split(";")
    .map((part) => part.trim());
  return type === wanted && parameters.every((parameter) => !parameter.startsWith("charset=") || /^charset="?utf-?8"?$/.test(parameter));
}
