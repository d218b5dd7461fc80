import type { KeyedPassage } from "../exchange.js";
import { isWellFormed } from "../keys/format.js";
import { invalidKey, judgeKey, type KeyRecord } from "../keys/judge.js";
import { Refusal } from "../refusal.js";
import type { Step } from "./step.js";

/** Finds on whose behalf the request is, in the database as it is now (api.md 5.9), and refuses keys that are not for here. */
export const authenticate: Step<KeyedPassage> = async (exchange) => {
  if (!isWellFormed(exchange.keyText)) throw invalidKey();
  exchange.caller = judgeKey(await find(exchange), exchange.request.headers.origin, exchange.takesConnectionKeys);
};

async function find({ gateway, keyHash }: KeyedPassage): Promise<KeyRecord | undefined> {
  try {
    return await gateway.findKey(keyHash);
  } catch (error) {
    const refusal = new Refusal("SERVICE_UNAVAILABLE", "The API key cannot be checked at the moment.", { fix: "Try again in a moment." });
    refusal.cause = error;
    throw refusal;
  }
}
