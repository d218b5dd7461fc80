import { readIn } from "@offergraph/shared/database/write";
import { ReferenceUnavailable, referenceAsker } from "@offergraph/shared/references/ask";
import { type Keeping, keepDiscountCodes } from "@offergraph/shared/references/keep";
import { maxNames, type Reference } from "@offergraph/shared/references/kinds";
import { nameKey } from "@offergraph/shared/schema/name-key";
import type { ServiceParts } from "@offergraph/shared/subgraph/run";
import { noteNames } from "../data/due-attributions.js";
import { keepTiers } from "../data/keep-tier.js";
import { readKnownCodes, readUnknownNames } from "../data/known-codes.js";
import type { OrdersSettings } from "../env.js";
import type { Prisma } from "../generated/prisma/client.js";

type Parts = Pick<ServiceParts<OrdersSettings, Prisma.TransactionClient>, "settings" | "reader" | "writer" | "nats" | "log" | "clock">;

/** Keeps the codes of these names that no event has told of yet. */
export type LearnCodes = (workspaceId: string, names: readonly string[]) => Promise<void>;

/** After discounts did not answer, batches do not wait for it again for so long. */
const retryAfterMs = 2_000;

/**
 * Asks discounts for codes that orders name and nobody here knows, one question for a batch: the code's own event may be behind a bulk
 * write. Without an answer within 300 ms the orders are attributed when the event arrives.
 */
export function codeLearner(parts: Parts, timeoutMs?: number): LearnCodes {
  const { settings, reader, nats, log, clock } = parts;
  const ask = referenceAsker({
    ...{ nats, signingKey: settings.GATEWAY_SIGNING_KEY, clock },
    ...(timeoutMs !== undefined && { patienceMs: timeoutMs }),
  });
  let retryAt = 0;
  return async (workspaceId, names) => {
    if (names.length === 0 || !nats.isConnected() || performance.now() < retryAt) return;
    const keys = [...new Set(names.map(nameKey))];
    const unknown = (await readUnknownNames((statement) => reader.read(workspaceId, statement), keys)).slice(0, maxNames);
    if (unknown.length === 0) return;
    try {
      const found = await ask({ service: "discounts", kind: "discount_code_names", workspaceId, wanted: { names: unknown } });
      await keepNew(parts, workspaceId, found);
    } catch (error) {
      if (!(error instanceof ReferenceUnavailable)) throw error;
      retryAt = performance.now() + retryAfterMs;
      log.warn({ workspaceId, reason: (error.cause as Error).message }, "discounts did not answer for unknown codes; their events follow");
    }
  };
}

/**
 * Keeps codes as their created event will tell of them. One that changed since is left to its events: they tell of its names, partner and
 * tier in between, which an answer skips.
 */
async function keepNew({ writer }: Parts, workspaceId: string, found: readonly Reference<"discount_code_names">[]): Promise<void> {
  const unchanged = found.filter(({ createdAt, updatedAt }) => createdAt === updatedAt);
  if (unchanged.length === 0) return;
  await writer.write(workspaceId, async (transaction) => {
    const keeping: Keeping = { read: (statement) => readIn(transaction, statement), workspaceId };
    const ids = unchanged.map(({ rowId }) => rowId);
    const known = await readKnownCodes(keeping, ids);
    const codes = unchanged.filter(({ rowId }) => !known.has(rowId));
    if (codes.length === 0) return;
    await keepDiscountCodes(keeping, codes, "answer");
    await keepTiers(keeping, codes);
    // Orders that came with these names before the code was there: its event will find nothing new in them.
    await noteNames(keeping, [...new Set(codes.flatMap(({ code, aliases }) => [code, ...aliases].map(nameKey)))]);
  });
}
