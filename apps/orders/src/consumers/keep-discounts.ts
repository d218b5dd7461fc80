import { readIn } from "@offergraph/service/db/write";
import { keepsOf } from "@offergraph/service/messaging/kept-fields";
import { applyReplicaEvents, referenceEvents, referenceFields } from "@offergraph/service/replicas/replica-events";
import type { Keeping } from "@offergraph/service/replicas/upsert";
import { legacySqlTx } from "@offergraph/service/tx/legacy";
import {
  discountCodeCreated,
  discountCodeDeleted,
  discountCodeUpdated,
  grantCodeIssued,
} from "@offergraph/shared/contracts/events/discounts";
import type { EventOf } from "@offergraph/shared/contracts/parse-event";
import { nameKey } from "@offergraph/shared/schema/name-key";
import { noteDiscountCodes, noteNames } from "../db/due-attributions.js";
import { queueForGrant } from "../db/grant-tiers.js";
import { keepTiers } from "../db/keep-tier.js";
import { keepMintedName, keepPastLeads, keepPastNames, readCodesWithMinted, readKnownCodes } from "../db/known-codes.js";
import { codeChange, type KnownCode } from "../domain/code-change.js";
import type { Prisma } from "../generated/prisma/client.js";

export const discountEvents = [...referenceEvents, grantCodeIssued] as const;

type DiscountEvent = EventOf<(typeof discountEvents)[number]>;
type Minted = Pick<EventOf<typeof grantCodeIssued>["data"], "code" | "discountCodeId" | "grantId">;
type CodeEvent = EventOf<typeof discountCodeCreated | typeof discountCodeUpdated | typeof discountCodeDeleted>;

const codeEvents: readonly string[] = [discountCodeCreated.subject, discountCodeUpdated.subject, discountCodeDeleted.subject];

export const discountKeeps = keepsOf(discountCodeUpdated, [...referenceFields, "publicTier"]);

/** Skips SHARED and POOL codes of grants: their names are known already. */
export function concernsOrders(event: DiscountEvent): boolean {
  return event.type !== grantCodeIssued.subject || event.data.delivery === "UNIQUE";
}

/**
 * Stores what attribution and filters need of connections, partners, discount codes and codes minted for grants. Expects at most one event
 * per record.
 */
export async function keepDiscounts(transaction: Prisma.TransactionClient, events: readonly DiscountEvent[]): Promise<void> {
  const [first] = events;
  if (!first) return;
  const keeping: Keeping = { read: (statement) => readIn(transaction, statement), workspaceId: first.workspaceId };
  const codes = events.filter(isOfCode);
  const before = await readKnownCodes(
    keeping,
    codes.map(({ data }) => data.rowId),
  );
  await applyReplicaEvents(
    legacySqlTx(transaction, first.workspaceId),
    events.filter((event) => event.type !== grantCodeIssued.subject),
  );
  if (codes.length > 0) await keepCodes(keeping, codes, before);
  for (const event of events) if (event.type === grantCodeIssued.subject) await keepMinted(keeping, event.data);
}

const isOfCode = (event: DiscountEvent): event is CodeEvent => codeEvents.includes(event.type);

/** Stores a minted code and queues earlier orders that used it. */
async function keepMinted(keeping: Keeping, { code, discountCodeId, grantId }: Minted): Promise<void> {
  const key = nameKey(code);
  await queueForGrant(keeping, grantId);
  if (await keepMintedName(keeping, { nameKey: key, discountCodeId, grantId })) await noteNames(keeping, [key]);
}

/** Stores tiers and past names, partners and tiers of discount codes, and queues the affected orders. */
async function keepCodes(keeping: Keeping, events: readonly CodeEvent[], known: ReadonlyMap<string, KnownCode>): Promise<void> {
  const written = events.flatMap((event) => (isDeleted(event) ? [] : event.data));
  if (written.length > 0) await keepTiers(keeping, written);
  const ids = events.map(({ data }) => data.rowId);
  const now = await readKnownCodes(keeping, ids);
  const deleted = events.filter(isDeleted).map(({ data }) => data.rowId);
  const minted = deleted.length > 0 ? await readCodesWithMinted(keeping, deleted) : new Set<string>();
  const changes = events.flatMap((event) => {
    const { rowId } = event.data;
    const [before, after] = [known.get(rowId), now.get(rowId)];
    if (!after) return [];
    const endedAt = isDeleted(event) ? event.time.toISOString() : event.data.updatedAt;
    return { ...codeChange(before, after), before, discountCodeId: rowId, endedAt, endsMinted: minted.has(rowId) };
  });
  await keepPastNames(
    keeping,
    changes.flatMap(({ lost, discountCodeId, endedAt }) => lost.map((name) => ({ nameKey: name, discountCodeId, endedAt }))),
  );
  await noteNames(
    keeping,
    changes.flatMap(({ lost, gained }) => [...lost, ...gained]),
  );
  const led = changes.filter(({ leadsElsewhere }) => leadsElsewhere);
  await keepPastLeads(
    keeping,
    led.flatMap(({ before, discountCodeId, endedAt }) => (before ? { ...before, discountCodeId, endedAt } : [])),
  );
  await noteDiscountCodes(
    keeping,
    changes
      .filter(({ leadsElsewhere, endsMinted }) => leadsElsewhere || endsMinted)
      .map(({ discountCodeId, endsMinted, fillsGap, endedAt }) => ({
        discountCodeId,
        placedFrom: endsMinted || fillsGap ? null : endedAt,
      })),
  );
}

const isDeleted = (event: CodeEvent): event is EventOf<typeof discountCodeDeleted> => event.type === discountCodeDeleted.subject;
