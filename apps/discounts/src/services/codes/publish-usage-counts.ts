import { groupBy } from "@offergraph/service/db/group-by";
import { discountCodePoolLow, type discountCodeUpdated } from "@offergraph/shared/contracts/events/discounts";
import { type Availability, readAvailability, writeAvailability } from "../../db/availability.js";
import { type DiscountCodeRow, idsOf } from "../../db/rows.js";
import { type ChangedCode, claimChangedCodes } from "../../db/work-lists.js";
import type { Tx } from "../../tx.js";
import { type ChangedField, emitAllUpdated } from "./events.js";

const flags = ["isExhausted", "isPoolEmpty", "isPoolLow"] as const;

interface PublishedBatch {
  claimed: number;
  published: string[];
}

/** Publishes up to `max` codes of the workspace whose usage count or availability changed. */
export async function publishUsageCounts(
  tx: Tx<typeof discountCodeUpdated | typeof discountCodePoolLow>,
  max: number,
): Promise<PublishedBatch> {
  const claimed = await claimChangedCodes(tx, max);
  if (claimed.length === 0) return { claimed: 0, published: [] };
  const byId = new Map((await readAvailability(tx.sql, idsOf(claimed))).map((one) => [one.rowId, one]));
  const changes = claimed.flatMap((code) => changeOf(code, byId.get(code.rowId)) ?? []);
  const available = changes.flatMap(({ now, fields }) => (fields.some((field) => field !== "usageCount") ? now : []));
  await writeAvailability(tx, available);
  for (const alike of groupBy(changes, ({ fields }) => fields.join()).values()) {
    const codes = alike.map(({ code }) => code);
    await emitAllUpdated(tx, codes, alike[0]?.fields ?? []);
  }
  for (const { code, now, fields } of changes)
    if (fields.includes("isPoolLow") && now.isPoolLow) {
      const { rowId, aliasCount } = code;
      tx.emit(discountCodePoolLow, rowId, { rowId, code: code.code, aliasCount, freeAliasCount: now.freeAliasCount });
    }
  return { claimed: claimed.length, published: changes.map(({ code }) => code.rowId) };
}

interface Change {
  code: DiscountCodeRow;
  now: Availability;
  fields: ChangedField[];
}

function changeOf({ isCounted, ...before }: ChangedCode, now: Availability | undefined): Change | undefined {
  if (!now) throw new Error(`Invariant violated: discount code ${before.rowId} not found under its lock.`);
  const fields: ChangedField[] = [...(isCounted ? (["usageCount"] as const) : []), ...flags.filter((flag) => before[flag] !== now[flag])];
  const { isExhausted, isPoolEmpty, isPoolLow } = now;
  return fields.length === 0 ? undefined : { code: { ...before, isExhausted, isPoolEmpty, isPoolLow }, now, fields };
}
