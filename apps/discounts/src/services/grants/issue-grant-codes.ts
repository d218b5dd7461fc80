import { groupBy } from "@offergraph/service/db/group-by";
import type { grantRequested } from "@offergraph/shared/contracts/events/incentives";
import type { z } from "zod";
import { countReserved } from "../../db/availability.js";
import { lockCodes, queueAvailability } from "../../db/discount-codes.js";
import {
  type GrantAnswer,
  insertGrantAnswers,
  type Outcome,
  readFreeAliases,
  readGrantAnswers,
  reserveMinted,
} from "../../db/grant-codes.js";
import type { DiscountCodeRow } from "../../db/rows.js";
import { mintedCode, type PickNumber, type RejectionReason, rejectionOf, shareCode, startOf } from "../../domain/grant-codes.js";
import type { Db } from "../../tx.js";

export type GrantRequest = z.infer<typeof grantRequested.data>;

type NewAnswer = GrantAnswer & { expiresAt: string | null; customerId: string | null };

/**
 * Assigns codes to grants. A repeated request gets the stored result. Locks the codes, so that two grants never get the same use or alias.
 */
export async function issueGrantCodes(tx: Db, requests: readonly GrantRequest[], pick: PickNumber): Promise<GrantAnswer[]> {
  const codes = await lockCodes(tx, [...new Set(requests.map(({ discountCodeId }) => discountCodeId))]);
  const byId = new Map(codes.map((code) => [code.rowId, code]));
  const grantIds = requests.map(({ rowId }) => rowId);
  const known = await readGrantAnswers(tx.sql, grantIds);
  const answered = new Set(known.map(({ grantId }) => grantId));
  const fresh = requests.filter(({ rowId }) => !answered.has(rowId));
  const answers: NewAnswer[] = [];
  for (const [discountCodeId, ofCode] of groupBy(fresh, (request) => request.discountCodeId))
    answers.push(...(await answerOf(tx, byId.get(discountCodeId), ofCode, pick)));
  await insertGrantAnswers(tx, answers);
  const taken = answers.filter(({ code, delivery }) => code !== null && delivery !== "SHARED").map(({ discountCodeId }) => discountCodeId);
  await queueAvailability(tx, [...new Set(taken)]);
  return [...known, ...answers];
}

async function answerOf(
  tx: Db,
  code: DiscountCodeRow | undefined,
  requests: readonly GrantRequest[],
  pick: PickNumber,
): Promise<NewAnswer[]> {
  const rejection = code ? rejectionOf(code, tx.now) : "CODE_DELETED";
  if (!code || rejection) return requests.map((request) => newAnswer(request, rejected(rejection ?? "CODE_DELETED"), null));
  const startsAt = startOf(code, tx.now);
  const pooled = requests.filter(({ delivery }) => delivery === "POOL").length;
  const shares = shareCode(requests, await usesLeft(tx, code), pooled === 0 ? [] : await readFreeAliases(tx, code.rowId, pooled));
  const toMint = shares.flatMap(({ request, rejection: why }) => (why === null && request.delivery === "UNIQUE" ? [request] : []));
  const minted = await mint(tx, toMint, pick);
  return shares.map((share) => {
    const { request } = share;
    if (share.rejection !== null) return newAnswer(request, rejected(share.rejection), null);
    return newAnswer(request, issued(minted.get(request.rowId) ?? share.alias ?? code.code), startsAt);
  });
}

/**
 * Returns the usage limit minus the counted uses and the reserved uses. Returns null if the code has no usage limit. The caller must have
 * locked the code.
 */
async function usesLeft(tx: Db, { rowId, usageLimit, usageCount }: DiscountCodeRow): Promise<number | null> {
  return usageLimit === null ? null : usageLimit - usageCount - (await countReserved(tx.sql, rowId));
}

/** Mints codes and returns the codes by grant id. If a minted code is already in use, mints a different code. */
async function mint(tx: Db, requests: readonly GrantRequest[], pick: PickNumber): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (let waiting = requests; waiting.length > 0; waiting = waiting.filter(({ rowId }) => !names.has(rowId))) {
    const drawn = waiting.map((request) => ({ ...request, name: mintedCode(request.prefix, pick) }));
    for (const { rowId, name } of await reserveMinted(tx, drawn)) names.set(rowId, name);
  }
  return names;
}

const rejected = (rejection: RejectionReason): Outcome => ({ code: null, rejection });
const issued = (code: string): Outcome => ({ code, rejection: null });

function newAnswer(
  { rowId, discountCodeId, delivery, expiresAt, customerId = null }: GrantRequest,
  outcome: Outcome,
  startsAt: string | null,
): NewAnswer {
  return { grantId: rowId, discountCodeId, delivery, expiresAt, customerId, startsAt, ...outcome };
}
