import { setTimeout as sleep } from "node:timers/promises";
import type { StreamOptions } from "../proofs/faults/streams.js";

type Options = Pick<StreamOptions, "file" | "isOver">;

const codes = "{ list_discount_codes(first: 20) { nodes { rowId code title status usageCount } } }";
const get = "query ($id: UUID!) { get_discount(id: $id) { rowId code title status valuePercent } }";
const orders = "{ list_orders(first: 20) { nodes { rowId totalPrice discountCode { code } formResponse { status } } } }";
const others = [
  "{ list_forms(first: 10) { nodes { rowId title } } }",
  "{ list_incentives(first: 10) { nodes { rowId name } } }",
  "{ list_partners(first: 10) { nodes { rowId } } }",
  "{ list_members(first: 10) { nodes { rowId } } list_forms(first: 1) { nodes { rowId } } }",
];
const readers = 4;
const readPauseMs = 100;
const mistakePauseMs = 150;

/** Sends lists, single records and joins over several services. Ignores failures, because services restart meanwhile. */
export async function sendReads({ file, isOver }: Options): Promise<void> {
  let number = 0;
  const ids: string[] = [];
  const read = async () => {
    for (; !isOver(); await sleep(readPauseMs)) {
      number += 1;
      const id = ids[number % Math.max(1, ids.length)];
      if (number % 10 < 5 && id) await query(file.baseUrl, file.secretKey, get, { id });
      else if (number % 10 < 7) await query(file.baseUrl, file.secretKey, orders);
      else if (number % 10 === 9) await query(file.baseUrl, file.secretKey, others[Math.floor(number / 10) % others.length] ?? codes);
      else ids.splice(0, ids.length, ...idsIn(await query(file.baseUrl, file.secretKey, codes)));
    }
  };
  await Promise.all(Array.from({ length: readers }, read));
}

/** Sends requests that the gateway rejects: an unknown key, a key above its limit, an invalid query, and an unknown form. */
export async function sendMistakes({ file: { baseUrl, secretKey }, isOver }: Options, limitedKey: string): Promise<void> {
  const mistakes: ((number: number) => Promise<unknown>)[] = [
    () => query(baseUrl, limitedKey, codes),
    (number) => query(baseUrl, `unknown-${number}`, codes),
    () => query(baseUrl, limitedKey, codes),
    () => query(baseUrl, secretKey, "{ list_discount_codes { unknown } }"),
    () => query(baseUrl, limitedKey, codes),
    () => fetch(`${baseUrl}/v1/collect/fpk_unknown`).catch(() => undefined),
  ];
  for (let number = 0; !isOver(); number += 1, await sleep(mistakePauseMs)) await mistakes[number % mistakes.length]?.(number);
}

async function query(baseUrl: string, key: string, text: string, variables: object = {}): Promise<unknown> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const body = JSON.stringify({ query: text, variables });
  const answer = await fetch(`${baseUrl}/graphql/v1`, { method: "POST", headers, body }).catch(() => undefined);
  return answer?.json().catch(() => undefined);
}

function idsIn(answer: unknown): string[] {
  const { data } = (answer ?? {}) as { data?: { list_discount_codes?: { nodes: { rowId: string }[] } | null } | null };
  return (data?.list_discount_codes?.nodes ?? []).map(({ rowId }) => rowId);
}
