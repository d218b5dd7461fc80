import type { IncomingHttpHeaders } from "node:http";
import { systemClock } from "@offergraph/shared/time/clock";
import { Webhook } from "standardwebhooks";
import type { Dispatcher } from "undici";
import { errorOfNetwork, errorOfStatus } from "./errors.js";
import { StoreError, type StoreMessage } from "./store.js";

const largestAnswer = 1024 * 1024;

export interface Exchange {
  endpoint: URL;
  secret: string;
  message: StoreMessage;
  /** Total timeout, from name resolution to the last byte of the response. */
  timeoutMs: number;
}

/** Sends a signed message and returns the text of the signed response (Standard Webhooks in both directions). Rejects with StoreError. */
export async function exchange(dispatcher: Dispatcher, { endpoint, secret, message, timeoutMs }: Exchange): Promise<string> {
  const signal = AbortSignal.timeout(timeoutMs);
  const webhook = new Webhook(secret);
  try {
    const { statusCode, headers, body } = await dispatcher.request({
      origin: endpoint.origin,
      path: endpoint.pathname + endpoint.search,
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json", ...signed(webhook, message) },
      body: message.text,
      signal,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    if (statusCode < 200 || statusCode > 299) {
      await body.dump({ limit: largestAnswer, signal }).catch(() => {});
      throw errorOfStatus(statusCode);
    }
    const text = await boundedText(body);
    if (!isAnswerTo(message, webhook, headers, text))
      throw new StoreError("The store's response is not signed with the connection's secret.");
    return text;
  } catch (error) {
    if (error instanceof StoreError) throw error;
    if (signal.aborted) throw new StoreError(`The store did not respond within ${timeoutMs / 1000} s.`);
    throw errorOfNetwork(error);
  }
}

function signed(webhook: Webhook, { id, text }: StoreMessage) {
  // The store compares the timestamp to its own clock, so use the system clock, not the injected one.
  const now = systemClock.now();
  return {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
    "webhook-signature": webhook.sign(id, now, text),
  };
}

async function boundedText(body: Dispatcher.ResponseData["body"]): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > largestAnswer) throw new StoreError(`The store's response is larger than ${largestAnswer} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Returns true if the response is signed for this message id (no replay) and does not echo the message. */
function isAnswerTo(message: StoreMessage, webhook: Webhook, headers: IncomingHttpHeaders, text: string): boolean {
  if (headers["webhook-id"] !== message.id || text === message.text) return false;
  try {
    webhook.verify(text, headers as Record<string, string>, { jsonParse: false });
    return true;
  } catch {
    return false;
  }
}
