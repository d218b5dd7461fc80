import {
  discountCodeCreated,
  discountCodeDeleted,
  discountCodeUpdated,
  type grantCodeIssued,
} from "@offergraph/shared/contracts/events/discounts";
import type { EventOf } from "@offergraph/shared/contracts/parse-event";
import { nameKey } from "@offergraph/shared/schema/name-key";
import { queueOrdersOfCodes, queueOrdersOfNames } from "../../db/due-attributions.js";
import { insertMintedName, insertNameHistory, insertSourceHistory, readCodesWithMinted, readKnownCodes } from "../../db/known-codes.js";
import { lockGrant, updateTiers } from "../../db/tiers.js";
import { codeChange, type KnownCode } from "../../domain/code-history.js";
import type { Db } from "../../tx.js";

type CodeEvent = EventOf<typeof discountCodeCreated | typeof discountCodeUpdated | typeof discountCodeDeleted>;

const subjects: readonly string[] = [discountCodeCreated.subject, discountCodeUpdated.subject, discountCodeDeleted.subject];

export const isOfCode = <Event extends { type: string }>(event: Event): event is Extract<Event, CodeEvent> => subjects.includes(event.type);

/** Stores a minted code, and queues stored orders that used the code. */
export async function addMintedCode(tx: Db, { code, discountCodeId, grantId }: EventOf<typeof grantCodeIssued>["data"]): Promise<void> {
  const key = nameKey(code);
  await lockGrant(tx, grantId);
  if (await insertMintedName(tx, { nameKey: key, discountCodeId, grantId })) await queueOrdersOfNames(tx, [key]);
}

/** Stores changes of codes, and queues affected orders for attribution. `known` contains the codes before the change, by id. */
export async function followCodes(tx: Db, events: readonly CodeEvent[], known: ReadonlyMap<string, KnownCode>): Promise<void> {
  const written = events.flatMap((event) => (isDeleted(event) ? [] : event.data));
  if (written.length > 0) await updateTiers(tx, written);
  const changes = await readChanges(tx, events, known);
  const pastNames = changes.flatMap(({ lost, discountCodeId, endedAt }) => lost.map((key) => ({ nameKey: key, discountCodeId, endedAt })));
  await insertNameHistory(tx, pastNames);
  const names = changes.flatMap(({ lost, gained }) => [...lost, ...gained]);
  await queueOrdersOfNames(tx, names);
  const pastSources = changes.flatMap(({ before, changesSource, discountCodeId, endedAt }) =>
    before && changesSource ? { discountCodeId, endedAt, partnerId: before.partnerId, tier: before.tier } : [],
  );
  await insertSourceHistory(tx, pastSources);
  const codes = changes
    .filter(({ changesSource, endsMinted }) => changesSource || endsMinted)
    .map(({ discountCodeId, endsMinted, fillsGap, endedAt }) => ({ discountCodeId, placedFrom: endsMinted || fillsGap ? null : endedAt }));
  await queueOrdersOfCodes(tx, codes);
}

async function readChanges(tx: Db, events: readonly CodeEvent[], known: ReadonlyMap<string, KnownCode>) {
  const ids = events.map(({ data }) => data.rowId);
  const now = await readKnownCodes(tx, ids);
  const deleted = events.filter(isDeleted).map(({ data }) => data.rowId);
  const minted = deleted.length > 0 ? await readCodesWithMinted(tx, deleted) : new Set<string>();
  return events.flatMap((event) => {
    const { rowId } = event.data;
    const [before, after] = [known.get(rowId), now.get(rowId)];
    if (!after) return [];
    const endedAt = isDeleted(event) ? event.time.toISOString() : event.data.updatedAt;
    return { ...codeChange(before, after), before, discountCodeId: rowId, endedAt, endsMinted: minted.has(rowId) };
  });
}

const isDeleted = (event: CodeEvent): event is EventOf<typeof discountCodeDeleted> => event.type === discountCodeDeleted.subject;
