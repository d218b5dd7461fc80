import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { requestWithRetry } from "../../request-with-retry.js";
import type { SystemFile } from "../../start-system.js";
import { codeBody } from "../../workspace.js";

/** Acknowledged writes. */
export interface Written {
  /** Maps each discount code's id to the code and the number of acknowledged changes of its title. */
  codes: Map<string, { code: string; changes: number }>;
  /** Maps each order's reference to the id of its discount code. */
  orders: Map<string, string>;
}

export interface StreamOptions {
  file: SystemFile;
  connectionId: string;
  isOver(): boolean;
}

const pauseMs = 150;
const codesAtStart = 6;
const saveCode = `mutation ($id: UUID, $body: DiscountCodeBody) {
  answer: save_discount_code(id: $id, body: $body) { discountCode { rowId } userErrors { code message } } }`;

interface Saved {
  data?: { answer?: { discountCode: { rowId: string } | null; userErrors: object[] } | null } | null;
  errors?: object[];
}

/** Repeats the mutation with the same Idempotency-Key until the response contains the saved code. */
async function save({ baseUrl, secretKey }: SystemFile, variables: object): Promise<string> {
  const headers = { authorization: `Bearer ${secretKey}`, "idempotency-key": randomUUID() };
  const shouldRetry = ({ data, errors }: Saved) => errors !== undefined || !data?.answer?.discountCode;
  const answer = await requestWithRetry<Saved>("POST", `${baseUrl}/graphql/v1`, { query: saveCode, variables }, { headers, shouldRetry });
  return answer.data?.answer?.discountCode?.rowId ?? "";
}

async function addCode(file: SystemFile, written: Written): Promise<void> {
  const code = `FAULT-${randomUUID().slice(0, 13).toUpperCase()}`;
  const id = await save(file, { body: codeBody({ code, title: titleOf(0) }) });
  written.codes.set(id, { code, changes: 0 });
}

export const titleOf = (change: number): string => `Title ${change}`;

/** Creates codes and changes their titles, one change of a code at a time. */
export async function streamCodes({ file, isOver }: StreamOptions, written: Written): Promise<void> {
  for (let number = 0; number < codesAtStart; number += 1) await addCode(file, written);
  const changing = [...written.codes].map(async ([id, state]) => {
    for (; !isOver(); await sleep(pauseMs)) {
      await save(file, { id, body: { title: titleOf(state.changes + 1) } });
      state.changes += 1;
    }
  });
  const adding = (async () => {
    for (; !isOver(); await sleep(pauseMs * 4)) await addCode(file, written);
  })();
  await Promise.all([...changing, adding]);
}

type Results = { results?: { outcome: string }[] };

/** Sends batches of orders with codes. A retry repeats the same batch. */
export async function streamOrders({ file, connectionId, isOver }: StreamOptions, written: Written): Promise<void> {
  const headers = { authorization: `Bearer ${file.secretKey}` };
  const shouldRetry = ({ results }: Results) => !results?.every(({ outcome }) => outcome === "accepted" || outcome === "unchanged");
  for (; !isOver(); await sleep(pauseMs)) {
    const batch = [...written.codes].slice(0, codesAtStart).map(([id, { code }]) => ({ id, ...orderOf(connectionId, code) }));
    const records = batch.map(({ id: _id, ...record }) => record);
    await requestWithRetry<Results>("POST", `${file.baseUrl}/v1/ingest/orders`, { records }, { headers, shouldRetry });
    for (const { id, externalRef } of batch) written.orders.set(externalRef, id);
  }
}

function orderOf(connectionId: string, code: string) {
  const now = new Date().toISOString();
  const statuses = { orderStatus: "OPEN", financialStatus: "PAID", fulfillmentStatus: "PENDING" };
  return {
    ...{ externalRef: `fault-${randomUUID()}`, connectionId, providerUpdatedAt: now, placedAt: now },
    ...{ currencyId: "EUR", totalPrice: "10.00", discountCodes: [code], ...statuses },
  };
}
