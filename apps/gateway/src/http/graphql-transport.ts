import type { OperationContext, Transport } from "../request-context.js";
import { RequestError } from "../request-error.js";
import { examplesOf } from "../supergraph/manifest.js";
import { readBody } from "./body.js";
import { errorEntries } from "./error-body.js";
import { operationOfBody, operationOfSearch } from "./graphql-request.js";
import { answerType, contentTypes, isReadable } from "./media-type.js";

/** GraphQL over HTTP, with the statuses of decisions.md 4. */
export const graphqlTransport: Transport = {
  async read(exchange) {
    const { request, response, gateway } = exchange;
    if (request.method !== "POST" && request.method !== "GET")
      throw new RequestError(
        "METHOD_NOT_ALLOWED",
        `${request.method} is not allowed here.`,
        { fix: "Send operations with POST." },
        { Allow: "POST, GET" },
      );
    if (answerType(request) === undefined)
      throw new RequestError("NOT_ACCEPTABLE", "The Accept header allows no supported media type.", {
        fix: `Accept ${contentTypes.join(" or ")}.`,
      });
    const { operation: example } = examplesOf(gateway.domain());
    if (request.method === "GET") return { operation: operationOfSearch(searchOf(request.url), example) };
    if (!isReadable(request))
      throw new RequestError("UNSUPPORTED_MEDIA_TYPE", "The body must be uncompressed JSON in UTF-8.", {
        fix: "Send the header Content-Type: application/json.",
      });
    return { operation: operationOfBody(await readBody(request, response, gateway.maxBodyBytes), example) };
  },
  answer: (exchange, body) => ({ status: 200, headers: bodyType(exchange), body }),
  refuse: (exchange, status, error) => ({
    status,
    headers: bodyType(exchange),
    body: JSON.stringify({ errors: errorEntries(error, exchange.requestId) }),
  }),
};

function bodyType({ request }: OperationContext): Record<string, string> {
  return { "Content-Type": `${answerType(request) ?? contentTypes[0]}; charset=utf-8` };
}

function searchOf(url = ""): string {
  const start = url.indexOf("?");
  return start < 0 ? "" : url.slice(start + 1);
}
