import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { parseJson } from "@offergraph/shared/contracts/parse-event";
import { readBody } from "@offergraph/shared/http/body";
import { canonicalJson } from "@offergraph/shared/json/canonical-json";
import type { Logger } from "@offergraph/shared/log/logger";
import type { Webhook } from "standardwebhooks";
import { z } from "zod";
import { searchCatalog } from "./catalog.js";
import { message as messageSchema } from "./protocol.js";
import type { Store } from "./store.js";
import type { Trouble, TroubleMaker } from "./trouble.js";

const maxBytes = 4 * 1024 * 1024;

interface Parts {
  webhook: Webhook;
  store: Store;
  troubles: TroubleMaker;
  log: Logger;
  onHang(response: ServerResponse): void;
}

interface Answer {
  status: number;
  body: unknown;
  /** The message's webhook id. Absent if the message has an invalid signature. */
  webhookId?: string;
}

/** Handles a message. Verifies the signature, applies the message, signs the response, and injects faults. */
export function createReceiver(parts: Parts): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  return async (request, response) => {
    const text = (await readBody(request, maxBytes)).toString();
    const trouble = parts.troubles.draw();
    if (trouble) parts.log.debug({ trouble }, "Injecting a fault");
    if (isTroubledBefore(trouble, response, parts)) return;
    const answer = await answerTo(request, text, parts);
    if (trouble === "dieAfter") die();
    if (trouble === "resetAfter") reset(response);
    else send(response, answer, parts.webhook);
  };
}

/** Injects a fault before the message is processed. Returns false if no fault was injected. */
function isTroubledBefore(trouble: Trouble | undefined, response: ServerResponse, { onHang, webhook }: Parts): boolean {
  if (trouble === "answer500") send(response, { status: 500, body: { error: "Injected fault." } }, webhook);
  else if (trouble === "hang") onHang(response);
  else if (trouble === "resetBefore") reset(response);
  else if (trouble === "dieBefore") die();
  else return false;
  return true;
}

async function answerTo(request: IncomingMessage, text: string, { webhook, store, log }: Parts): Promise<Answer> {
  const webhookId = signedId(request, text, webhook);
  if (webhookId === undefined) {
    log.warn("Invalid message signature");
    return { status: 401, body: { error: "The signature is not valid according to the Standard Webhooks specification." } };
  }
  const parsed = messageSchema.safeParse(parseJson(text));
  if (!parsed.success) return { status: 400, body: { error: z.prettifyError(parsed.error) }, webhookId };
  const message = parsed.data;
  if (message.type === "placement_targets.search")
    return { status: 200, body: { targets: searchCatalog(message.data.kind, message.data.query) }, webhookId };
  await store.take({ webhookId, payloadHash: createHash("sha256").update(text).digest("hex"), message });
  return { status: 200, body: {}, webhookId };
}

function signedId(request: IncomingMessage, text: string, webhook: Webhook): string | undefined {
  const header = (name: string) => String(request.headers[name] ?? "");
  const names = ["webhook-id", "webhook-timestamp", "webhook-signature"];
  try {
    webhook.verify(text, Object.fromEntries(names.map((name) => [name, header(name)])), { jsonParse: false });
    return header("webhook-id");
  } catch {
    return undefined;
  }
}

function send(response: ServerResponse, { status, body, webhookId }: Answer, webhook: Webhook): void {
  const text = canonicalJson(body);
  const now = new Date();
  response.writeHead(status, {
    "content-type": "application/json",
    ...(webhookId && {
      "webhook-id": webhookId,
      "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
      "webhook-signature": webhook.sign(webhookId, now, text),
    }),
  });
  response.end(text);
}

function reset(response: ServerResponse): void {
  response.socket?.resetAndDestroy();
}

function die(): void {
  process.kill(process.pid, "SIGKILL");
}
