import { keyTexts } from "../http/key-header.js";
import { hashKey } from "../keys/format.js";
import type { AuthenticatedContext } from "../request-context.js";
import { RequestError } from "../request-error.js";
import type { Step } from "./step.js";

const fix = "Send the key as Authorization: Bearer sk_live_… (or as x-api-key: sk_live_…).";

/** Reads the request's key. If both headers are set, they must be equal (api.md 5.1, 5.2). */
export const readKey: Step<AuthenticatedContext> = (exchange) => {
  const [text, other] = keyTexts(exchange.request.headersDistinct);
  if (other !== undefined)
    throw new RequestError("api_key_conflict", "The request has two different API keys.", { fix: `Send one. ${fix}` });
  if (text === undefined)
    throw new RequestError("api_key_missing", "The request has no API key.", { fix }, { "WWW-Authenticate": 'Bearer realm="offergraph"' });
  exchange.keyText = text;
  exchange.keyHash = hashKey(text);
};
