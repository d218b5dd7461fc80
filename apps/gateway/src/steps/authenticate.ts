import type { KeyedPassage } from "../exchange.js";
import { isWellFormed } from "../keys/format.js";
import { invalidKey, judgeKey, type KeyRecord } from "../keys/judge.js";
import { Refusal } from "../refusal.js";
import type { Step } from "./step.js";

/** Authenticates the key against the current database (api.md 5.9). */
export const authenticate: Step<KeyedPassage> = async (exchange) => {
  if (!isWellFormed(exchange.keyText)) throw invalidKey();
  exchange.caller = judgeKey(await find(exchange), exchange.request.headers.origin, exchange.takesConnectionKeys);
};

async function find({ gateway, keyHash }: KeyedPassage): Promise<KeyRecord | undefined> {
  try {
    return await gateway.findKey(keyHash);
  } catch (error) {
    const refusal = new Refusal("SERVICE_UNAVAILABLE", "The API key cannot be checked at the moment.", { fix: "Retry in a moment." });
    refusal.cause = error;
    throw refusal;
  }
}
