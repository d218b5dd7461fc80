import type { PublicError } from "@offergraph/shared/errors/public-error";
import { readBody } from "../http/body.js";
import { operationOfBody, operationOfSearch } from "../http/graphql-request.js";
import { answerType, contentTypes, isReadable } from "../http/media-type.js";
import type { Answer } from "../http/send.js";
import { examplesOf } from "../supergraph/manifest.js";
import { OperationContext } from "./context.js";
import { RequestError } from "./request-error.js";
import type { Middleware } from "./run.js";

/** Context of a GraphQL over HTTP request. */
export class GraphqlContext extends OperationContext {
  get contentType(): Record<string, string> {
    return { "Content-Type": `${answerType(this.request) ?? contentTypes[0]}; charset=utf-8` };
  }

  override formatError(status: number, error: PublicError): Answer {
    const answer = super.formatError(status, error);
    return { ...answer, headers: this.contentType };
  }
}

/** Reads the operation. Runs after authentication, so that the body of an unauthenticated request is never read. */
export const readOperation: Middleware<GraphqlContext> = async (context) => {
  const { request, response, gateway } = context;
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
  const { operation: example } = examplesOf(gateway.manifests());
  if (request.method === "GET") {
    context.operation = operationOfSearch(searchOf(request.url), example);
    return;
  }
  if (!isReadable(request))
    throw new RequestError("UNSUPPORTED_MEDIA_TYPE", "The body must be uncompressed JSON in UTF-8.", {
      fix: "Send the header Content-Type: application/json.",
    });
  context.operation = operationOfBody(await readBody(request, response, gateway.maxBodyBytes), example);
};

export const respondGraphql: Middleware<GraphqlContext> = (context) => {
  context.answer = { status: 200, headers: context.contentType, body: context.body };
};

function searchOf(url = ""): string {
  const start = url.indexOf("?");
  return start < 0 ? "" : url.slice(start + 1);
}
