import { groupBy } from "@offergraph/shared/database/group-by";
import type { grantRequested } from "@offergraph/shared/events/catalog/incentives";
import type { z } from "zod";
import { lockCodes } from "../data/discount-codes.js";
import {
  type GrantAnswer,
  insertGrantAnswers,
  type Outcome,
  readFreeAliases,
  readGrantAnswers,
  reserveMinted,
} from "../data/grant-codes.js";
import type { DiscountCodeRow } from "../data/rows.js";
import type { Writing } from "../data/transaction.js";
import { mintedCode, type PickNumber, type Refusal, refusalOf } from "../domain/grant-codes.js";

/** A grant that asks for a code. */
export type GrantRequest = z.infer<typeof grantRequested.data>;

type Within = Omit<Writing, "transaction">;
type NewAnswer = GrantAnswer & { expiresAt: string | null };

/**
 * Gives each grant its code, or says why it gets none. What a grant was answered before it is answered again. Who asks about one code at once
 * queues for its row, so that no alias is taken twice, none that is free is missed, and the code is neither deleted nor expires meanwhile.
 */
export async function answerGrants(write: Within, requests: readonly GrantRequest[], pick: PickNumber): Promise<GrantAnswer[]> {
  const codes = await lockCodes(write.read, [...new Set(requests.map(({ discountCodeId }) => discountCodeId))]);
  const byId = new Map(codes.map((code) => [code.rowId, code]));
  const known = await readGrantAnswers(
    write,
    requests.map(({ rowId }) => rowId),
  );
  const answered = new Set(known.map(({ grantId }) => grantId));
  const fresh = requests.filter(({ rowId }) => !answered.has(rowId));
  const answers: NewAnswer[] = [];
  for (const [discountCodeId, wanted] of groupBy(fresh, (request) => request.discountCodeId))
    answers.push(...(await answerOf(write, byId.get(discountCodeId), wanted, pick)));
  await insertGrantAnswers(write, answers);
  return [...known, ...answers];
}

/** What grants that ask for the same discount code get. */
async function answerOf(
  write: Within,
  code: DiscountCodeRow | undefined,
  requests: readonly GrantRequest[],
  pick: PickNumber,
): Promise<NewAnswer[]> {
  if (!code) return requests.map((request) => newAnswer(request, refused("CODE_DELETED")));
  const refusal = refusalOf(code);
  if (refusal) return requests.map((request) => newAnswer(request, refused(refusal)));
  const by = groupBy(requests, ({ delivery }) => delivery);
  return [
    ...(by.get("SHARED") ?? []).map((request) => newAnswer(request, given(code.code))),
    ...(await mint(write, by.get("UNIQUE") ?? [], pick)),
    ...(await takeAliases(write, code.rowId, by.get("POOL") ?? [])),
  ];
}

/** Mints until each has a name that nobody has. */
async function mint(write: Within, requests: readonly GrantRequest[], pick: PickNumber): Promise<NewAnswer[]> {
  const answers: NewAnswer[] = [];
  for (let waiting = requests; waiting.length > 0; ) {
    const minted = waiting.map((request) => ({ request, ...request, name: mintedCode(request.prefix, pick) }));
    const reserved = await reserveMinted(write, minted);
    answers.push(...reserved.map(({ request, name }) => newAnswer(request, given(name))));
    const done = new Set(reserved.map(({ rowId }) => rowId));
    waiting = waiting.filter(({ rowId }) => !done.has(rowId));
  }
  return answers;
}

async function takeAliases(write: Within, discountCodeId: string, requests: readonly GrantRequest[]): Promise<NewAnswer[]> {
  if (requests.length === 0) return [];
  const aliases = await readFreeAliases(write, discountCodeId, requests.length);
  return requests.map((request, index) => {
    const code = aliases[index];
    return newAnswer(request, code === undefined ? refused("POOL_EMPTY") : given(code));
  });
}

const refused = (refusal: Refusal): Outcome => ({ code: null, refusal });
const given = (code: string): Outcome => ({ code, refusal: null });

function newAnswer({ rowId, discountCodeId, delivery, expiresAt }: GrantRequest, outcome: Outcome): NewAnswer {
  return { grantId: rowId, discountCodeId, delivery, expiresAt, ...outcome };
}
