import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { z } from "zod";
import { type Lifelike, lifelikeCheckouts, lifelikeOrders } from "./lifelike.js";

/** The request body of `POST /send`. */
export const sendPlan = z.strictObject({
  /** The public address of Offergraph. */
  baseUrl: z.url({ protocol: /^https?$/ }),
  key: z.string().min(1),
  orders: z.number().int().min(0).max(10_000_000),
  from: z.number().int().min(0).default(0),
  codes: z.array(z.string()).default([]),
  since: z.iso.datetime({ offset: true }).default("2026-01-01T00:00:00Z"),
});
export type SendPlan = z.input<typeof sendPlan>;

const resultLine = z.object({ outcome: z.enum(["accepted", "unchanged", "stale", "rejected"]) });

export type Sent = Record<z.infer<typeof resultLine>["outcome"], number>;

/** Sends checkouts and orders to the ingest API. Throws an Error with the response if the status is not 2xx. */
export async function sendRecords(plan: z.infer<typeof sendPlan>): Promise<{ checkouts: Sent; orders: Sent }> {
  return { checkouts: await stream(plan, "checkouts", lifelikeCheckouts), orders: await sendOrders(plan) };
}

export function sendOrders(plan: z.infer<typeof sendPlan>): Promise<Sent> {
  return stream(plan, "orders", lifelikeOrders);
}

async function stream(
  { baseUrl, key, orders, from, codes, since }: z.infer<typeof sendPlan>,
  kind: string,
  recordsOf: (lifelike: Lifelike) => Iterable<object>,
): Promise<Sent> {
  const body = Readable.toWeb(Readable.from(linesOf(recordsOf({ from, to: from + orders, codes, since }))));
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/x-ndjson", accept: "application/x-ndjson" };
  const answer = await fetch(new URL(`/v1/ingest/${kind}`, baseUrl), { method: "POST", headers, body, duplex: "half" } as RequestInit);
  if (!answer.ok || !answer.body) throw new Error(`Offergraph responded with status ${answer.status}: ${await answer.text()}`);
  const sent: Sent = { accepted: 0, unchanged: 0, stale: 0, rejected: 0 };
  for await (const line of createInterface({ input: Readable.fromWeb(answer.body as never), crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line === "") continue;
    const result = resultLine.safeParse(JSON.parse(line));
    if (!result.success) throw new Error(`The response contains a line that is not a result: ${line}`);
    sent[result.data.outcome] += 1;
  }
  return sent;
}

/** Joins lines into chunks of about 64 KiB, because sending each line separately would be slower. */
async function* linesOf(records: Iterable<object>): AsyncGenerator<Buffer> {
  let text = "";
  for (const record of records) {
    text += `${JSON.stringify(record)}\n`;
    if (text.length < 65_536) continue;
    yield Buffer.from(text);
    text = "";
  }
  if (text !== "") yield Buffer.from(text);
}
