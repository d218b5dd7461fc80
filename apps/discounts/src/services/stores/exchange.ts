import type { IncomingHttpHeaders } from "node:http";
import { networkFailure } from "@offergraph/service/outbound/network-failure";
import { signatureHeaders } from "@offergraph/service/outbound/signature";
import { traceparentHeader } from "@offergraph/shared/telemetry/trace";
import { Webhook } from "standardwebhooks";
import type { Dispatcher } from "undici";
import { storeErrorOf } from "./endpoint.js";
import { StoreError, type StoreMessage } from "./store.js";

const maxResponseBytes = 1024 * 1024;

/**
 * Sends a signed message and returns the status and text of the signed response. Both signatures follow Standard Webhooks. Rejects with
 * StoreError.
 */
export async function exchange(
  dispatcher: Dispatcher,
  { endpoint, secret, message, timeoutMs }: { endpoint: URL; secret: string; message: StoreMessage; timeoutMs: number },
): Promise<{ status: number; text: string }> {
  const signal = AbortSignal.timeout(timeoutMs);
  const webhook = new Webhook(secret);
  try {
    const { statusCode, headers, body } = await dispatcher.request({
      origin: endpoint.origin,
      path: endpoint.pathname + endpoint.search,
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json",
        ...signatureHeaders([secret], message),
        ...traceOf(message),
      },
      body: message.text,
      signal,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    if (statusCode < 200 || statusCode > 299) {
      await body.dump({ limit: maxResponseBytes, signal }).catch(() => {});
      throw errorOfStatus(statusCode);
    }
    const text = await boundedText(body, statusCode);
    if (!isAnswerTo(message, webhook, headers, text))
      throw new StoreError("The store's response is not signed with the connection's secret.", false, statusCode);
    return { status: statusCode, text };
  } catch (error) {
    const known = storeErrorOf(error);
    if (known instanceof StoreError) throw known;
    if (signal.aborted) throw new StoreError(`The store did not respond within ${timeoutMs / 1000} s.`);
    throw errorOfNetwork(error);
  }
}

function traceOf({ traceparent }: StoreMessage): Record<string, string> {
  return traceparent === undefined ? {} : { [traceparentHeader]: traceparent };
}

async function boundedText(body: Dispatcher.ResponseData["body"], status: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxResponseBytes) throw new StoreError(`The store's response is larger than ${maxResponseBytes} bytes.`, false, status);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/**
 * Returns true if the response has a valid signature and the message's id. The comparison of the ids prevents replays of old responses.
 * Returns false if the store sent the signed message back.
 */
function isAnswerTo(message: StoreMessage, webhook: Webhook, headers: IncomingHttpHeaders, text: string): boolean {
  if (headers["webhook-id"] !== message.id || text === message.text) return false;
  try {
    webhook.verify(text, headers as Record<string, string>, { jsonParse: false });
    return true;
  } catch {
    return false;
  }
}

// HTTP statuses of temporary failures.
const passing = new Set([408, 425, 429]);

function errorOfStatus(status: number): StoreError {
  if (status >= 500 || passing.has(status)) return new StoreError(`The store responded with status ${status}.`, false, status);
  if (status >= 300 && status < 400)
    return new StoreError(`The store responded with status ${status}; redirects are not followed.`, true, status);
  return new StoreError(`The store rejected the request with status ${status}.`, true, status);
}

/** Returns an error for a network failure. Omits the text of the original error, which contains hosts and addresses. */
function errorOfNetwork(error: unknown): StoreError {
  switch (networkFailure(error)) {
    case "unresolved":
      return new StoreError("The hostname of the store's endpoint cannot be resolved.");
    case "unreachable":
      return new StoreError("The store cannot be reached.");
    case "untrusted":
      return new StoreError("The store's certificate is not valid.");
    default:
      return new StoreError("The connection to the store was lost.");
  }
}
