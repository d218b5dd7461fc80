import { isWellFormed } from "../keys/format.js";
import { invalidKey, type KeyRecord, verifyKey } from "../keys/verify-key.js";
import type { AuthenticatedContext } from "../request-context.js";
import { RequestError } from "../request-error.js";
import type { Step } from "./step.js";

/** Authenticates the key against the current database (api.md 5.9). */
export const authenticate: Step<AuthenticatedContext> = async (exchange) => {
  if (!isWellFormed(exchange.keyText)) throw invalidKey();
  exchange.caller = verifyKey(await find(exchange), exchange.request.headers.origin, exchange.takesConnectionKeys);
};

async function find({ gateway, keyHash }: AuthenticatedContext): Promise<KeyRecord | undefined> {
  try {
    return await gateway.findKey(keyHash);
  } catch (error) {
    const refusal = new RequestError("SERVICE_UNAVAILABLE", "The API key cannot be checked at the moment.", { fix: "Retry in a moment." });
    refusal.cause = error;
    throw refusal;
  }
}
