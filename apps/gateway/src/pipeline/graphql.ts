import type { PublicError } from "@offergraph/shared/errors/public-error";
import { readBody } from "../http/body.js";
import { operationOfBody, operationOfSearch } from "../http/graphql-request.js";
import { answerType, contentTypes } from "../http/media-type.js";
import type { Answer } from "../http/send.js";
import { examplesOf } from "../supergraph/manifest.js";
import { OperationContext } from "./context.js";
import { documentOf } from "./persisted-operation.js";
import { methodNotAllowed, RequestError } from "./request-error.js";
import type { Middleware } from "./run.js";

export class GraphqlContext extends OperationContext {
  override readonly takesPersistedOnlyKeys = true;

  get contentType(): Record<string, string> {
    return { "Content-Type": `${answerType(this.request) ?? contentTypes[0]}; charset=utf-8` };
  }

  override formatError(status: number, error: PublicError): Answer {
    const answer = super.formatError(status, error);
    return { ...answer, headers: this.contentType };
  }
}

/** Reads the operation from the request. Runs after authentication, so that only authenticated clients can send a body. */
export const readOperation: Middleware<GraphqlContext> = async (context) => {
  const { request, response, gateway } = context;
  if (request.method !== "POST" && request.method !== "GET") throw methodNotAllowed(request, "POST, GET", "Send operations with POST.");
  if (answerType(request) === undefined)
    throw new RequestError("NOT_ACCEPTABLE", "The Accept header contains no supported media type.", {
      fix: `Send an Accept header with ${contentTypes.join(" or ")}.`,
    });
  const { operation: example } = examplesOf(gateway.manifests());
  const sent =
    request.method === "GET"
      ? operationOfSearch(searchOf(request.url), example)
      : operationOfBody(await readBody(request, response, gateway.maxBodyBytes), example);
  context.operation = { ...sent, query: await documentOf(context, sent) };
};

export const respondGraphql: Middleware<GraphqlContext> = (context) => {
  context.answer = { status: 200, headers: context.contentType, body: context.body };
};

function searchOf(url = ""): string {
  const start = url.indexOf("?");
  return start < 0 ? "" : url.slice(start + 1);
}
