import { hashKey, isWellFormed } from "@offergraph/shared/access/api-key";
import { headerValues } from "../http/header-values.js";
import { invalidKey, type KeyRecord, verifyKey } from "../keys/verify-key.js";
import { count, look, type Verdict, whenKnown } from "../limits/limit.js";
import type { AuthenticatedContext } from "./context.js";
import { RequestError, rateLimited } from "./request-error.js";
import type { Middleware } from "./run.js";

const fix = "Send the key as the header `Authorization: Bearer sk_live_…` or `x-api-key: sk_live_…`.";

/** Reads the API key from the header Authorization or X-API-Key. Throws RequestError for a missing key, or for two different keys. */
export const readKey: Middleware<AuthenticatedContext> = (context) => {
  const [text, other] = keyTexts(headerValues(context.request, "authorization"), headerValues(context.request, "x-api-key"));
  if (other !== undefined)
    throw new RequestError("api_key_conflict", "The request has two different API keys.", { fix: `Send only one key. ${fix}` });
  if (text === undefined)
    throw new RequestError("api_key_missing", "The request has no API key.", { fix }, { "WWW-Authenticate": 'Bearer realm="offergraph"' });
  context.keyText = text;
  context.keyHash = hashKey(text);
};

/** Returns the distinct API keys in the headers Authorization and X-API-Key. */
export function keyTexts(authorizations: readonly string[], apiKeys: readonly string[]): string[] {
  const bearers = authorizations.map((value) => /^bearer(?: +(.*))?$/i.exec(value)?.[1] ?? "");
  const texts = [...bearers, ...apiKeys].map((text) => text.trim());
  return [...new Set(texts)].filter((text) => text !== "");
}

/** Rejects a request before the key lookup if the key has too many 401 responses per minute. */
export const limitFailedAttempts: Middleware<AuthenticatedContext> = (context) => {
  const { limiters } = context.gateway;
  return whenKnown(look(limiters.failures, context.keyHash, limiters.settings.failedPerKey), (verdict) => {
    if (verdict?.isWithin === false) throw tooManyFailures(context, verdict);
  });
};

/** Authenticates the key. Counts each 401 response toward the key's limit. Above the limit, throws the error `rate_limited`. */
export const authenticate: Middleware<AuthenticatedContext> = async (context) => {
  const { keyText, keyHash, request, takesConnectionKeys, takesAccessTokens, takesPersistedOnlyKeys, gateway } = context;
  try {
    if (!isWellFormed(keyText)) throw invalidKey();
    const record = await find(context);
    const { origin } = request.headers;
    const use = { origin, now: gateway.clock.now(), takesConnectionKeys, takesAccessTokens, takesPersistedOnlyKeys };
    context.caller = verifyKey(record, use);
  } catch (error) {
    if (!(error instanceof RequestError) || error.status !== 401) throw error;
    const verdict = await count(gateway.limiters.failures, keyHash, gateway.limiters.settings.failedPerKey);
    throw verdict?.isWithin === false ? tooManyFailures(context, verdict) : error;
  }
};

async function find({ gateway, keyHash }: AuthenticatedContext): Promise<KeyRecord | undefined> {
  try {
    return await gateway.findKey(keyHash);
  } catch (cause) {
    throw new RequestError("SERVICE_UNAVAILABLE", "The gateway cannot check the API key now.", { fix: "Retry in a moment." }, {}, cause);
  }
}

/** Reports the use of the API key to the service that stores the key (keys/key-usage.ts). */
export const noteKeyUse: Middleware<AuthenticatedContext> = (context) => {
  const { keyId } = context.caller;
  context.gateway.noteKeyUse(keyId, () => context.identify());
};

function tooManyFailures(context: AuthenticatedContext, verdict: Verdict): RequestError {
  context.verdict = verdict;
  const message = `This API key was rejected ${verdict.limit} times within a minute.`;
  return rateLimited("rate_limited", message, verdict, " and use a valid key; this limit counts only rejected requests");
}
