import type { Dispatcher } from "undici";
import { ClientGone } from "../http/body.js";
import { Refusal } from "../refusal.js";
import { requestHeaders } from "./headers.js";
import type { PassedOn } from "./owners.js";
import type { Passing } from "./visit.js";

/** Sends a request to the service that owns its path. Throws Refusal SERVICE_UNAVAILABLE if it does not respond, and ClientGone. */
export async function askOwner(passing: Passing, body: PassedOn["body"], signal: AbortSignal): Promise<Dispatcher.ResponseData> {
  const { request, owner, target, patience } = passing;
  const { method = "GET", url = target.path } = request;
  try {
    return await owner.send({ method, path: url, headers: requestHeaders(passing), body, signal, patience, lane: passing.lane });
  } catch (error) {
    if (error instanceof Refusal) throw error;
    if (signal.aborted || request.errored) throw new ClientGone("Client disconnected");
    throw unavailable(error);
  }
}

/** Creates the error for a service without a complete response; `cause` is logged. */
export function unavailable(cause: unknown): Refusal {
  const refusal = new Refusal("SERVICE_UNAVAILABLE", "The service behind this path is temporarily unavailable.", {
    fix: "Retry in a moment.",
  });
  refusal.cause = cause;
  return refusal;
}
