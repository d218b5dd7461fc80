import { isIP } from "node:net";
import { ForbiddenUrl, hostOf, type OutboundRules, readOutboundUrl, resolveAllowed } from "@offergraph/service/outbound/url";
import { BadUserInput } from "@offergraph/shared/errors/public-error";
import { StoreError } from "./store.js";

/** Converts the error of a forbidden endpoint to a StoreError. Returns other errors unchanged. */
export function storeErrorOf(error: unknown): unknown {
  return error instanceof ForbiddenUrl ? new StoreError(`The store's endpoint ${error.problem}.`, true) : error;
}

/** Parses a store endpoint and checks all rules that do not require name resolution. Throws StoreError. */
export function readEndpoint(text: string, allowPrivate: boolean): URL {
  try {
    return readOutboundUrl(text, allowPrivate);
  } catch (error) {
    throw storeErrorOf(error);
  }
}

/** Validates a new connection's endpoint and the host's IP addresses. Throws BadUserInput. */
export async function checkEndpoint(text: string, rules: OutboundRules): Promise<void> {
  try {
    const host = hostOf(readOutboundUrl(text, rules.allowPrivate));
    if (isIP(host) === 0) await resolveAllowed(host, rules);
  } catch (error) {
    const known = storeErrorOf(error);
    if (known instanceof StoreError) throw new BadUserInput("endpoint", known.message);
    throw new BadUserInput("endpoint", "The hostname of the store's endpoint cannot be resolved.");
  }
}
