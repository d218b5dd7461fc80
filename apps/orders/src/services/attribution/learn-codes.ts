import { maxNames, type Reference } from "@offergraph/service/replicas/kinds";
import { OwnerUnavailable, recordRequester } from "@offergraph/service/replicas/request";
import { upsertDiscountCodes } from "@offergraph/service/replicas/upsert";
import { nameKey } from "@offergraph/shared/schema/name-key";
import { queueOrdersOfNames } from "../../db/due-attributions.js";
import { readKnownCodes, readUnknownNames } from "../../db/known-codes.js";
import { updateTiers } from "../../db/tiers.js";
import type { Deps } from "../../tx.js";

type LearnDeps = Pick<Deps, "settings" | "database" | "nats" | "log" | "clock">;

export type LearnCodes = (workspaceId: string, names: readonly string[]) => Promise<void>;

export interface LearnOptions {
  /** Timeout in milliseconds for a lookup; defaults to 500. */
  timeoutMs?: number;
  /** Returns the time in milliseconds; defaults to the monotonic clock of the process. */
  now?(): number;
}

const retryAfterMs = 2_000;
/** A busy discounts service misses single timeouts. After this number of failures in a row, the service is probably down. */
const maxFailures = 3;

/**
 * Returns a function that looks up unknown codes, because their events may be late. After three failures in a row, the function asks
 * nothing for two seconds.
 */
export function codeLearner(deps: LearnDeps, { timeoutMs = 500, now = () => performance.now() }: LearnOptions = {}): LearnCodes {
  const { settings, database, nats, log, clock } = deps;
  const ask = recordRequester({ nats, signingKey: settings.GATEWAY_SIGNING_KEY, clock, timeoutMs });
  let retryAt = 0;
  let failures = 0;
  return async (workspaceId, names) => {
    if (names.length === 0 || !nats.isConnected() || now() < retryAt) return;
    const keys = [...new Set(names.map(nameKey))];
    const unknown = (await readUnknownNames((statement) => database.read(workspaceId, statement), keys)).slice(0, maxNames);
    if (unknown.length === 0) return;
    try {
      const found = await ask({ service: "discounts", kind: "discount_code_names", workspaceId, wanted: { names: unknown } });
      failures = 0;
      await storeCodes(deps, workspaceId, found);
    } catch (error) {
      if (!(error instanceof OwnerUnavailable)) throw error;
      failures += 1;
      if (failures >= maxFailures) retryAt = now() + retryAfterMs;
      log.warn(
        { workspaceId, reason: (error.cause as Error).message },
        "Failed to fetch unknown codes from the discounts service; waiting for the events of these codes",
      );
    }
  };
}

/** Stores codes that were never changed. Skips changed codes, because only events contain their history. */
async function storeCodes({ database }: LearnDeps, workspaceId: string, found: readonly Reference<"discount_code_names">[]): Promise<void> {
  const unchanged = found.filter(({ createdAt, updatedAt }) => createdAt === updatedAt);
  if (unchanged.length === 0) return;
  await database.transaction({ workspaceId }, async (tx) => {
    const ids = unchanged.map(({ rowId }) => rowId);
    const known = await readKnownCodes(tx, ids);
    const codes = unchanged.filter(({ rowId }) => !known.has(rowId));
    if (codes.length === 0) return;
    await upsertDiscountCodes(tx, codes, "answer");
    await updateTiers(tx, codes);
    // Queues the orders now, because later events of these codes find the names already stored and queue no orders.
    await queueOrdersOfNames(tx, [...new Set(codes.flatMap(({ code, aliases }) => [code, ...aliases].map(nameKey)))]);
  });
}
