import type { IncomingMessage } from "node:http";
import Negotiator from "negotiator";

const json = "application/json";
const graphqlResponse = "application/graphql-response+json";
export const contentTypes = [json, graphqlResponse];

/** The media type to answer in: what the caller likes best of the two that GraphQL over HTTP has; undefined when it takes neither. */
export function answerType(request: IncomingMessage): string | undefined {
  const { accept } = request.headers;
  // An empty header asks for nothing, as an absent one does (RFC 9110 12.5.1).
  if (accept === undefined || accept === "" || accept === "*/*" || accept === json) return json;
  return new Negotiator(request).mediaType(contentTypes);
}

/** Whether a body is said to be JSON in UTF-8 and not compressed, the only form that is read. */
export function isReadable({ headers }: IncomingMessage): boolean {
  return isJson(headers["content-type"]) && (headers["content-encoding"] ?? "identity").toLowerCase() === "identity";
}

export function isJson(contentType: string | undefined): boolean {
  if (contentType === json) return true;
  const [type = "", ...parameters] = (contentType ?? "")
    .toLowerCase()
    .split(";")
    .map((part) => part.trim());
  return type === json && parameters.every((parameter) => !parameter.startsWith("charset=") || /^charset="?utf-?8"?$/.test(parameter));
}
