import { groupBy } from "@offergraph/service/db/group-by";
import { discountCodePoolLow } from "@offergraph/shared/contracts/events/discounts";
import { type Availability, readAvailability, writeAvailability } from "../../db/availability.js";
import { type ChangedCode, claimChangedCodes } from "../../db/order-usages.js";
import type { DiscountCodeRow } from "../../db/rows.js";
import { emitChanged } from "../codes/emit.js";
import type { ChangedField } from "../codes/event-data.js";
import type { CodeWrite } from "../codes/write.js";

const flags = ["isExhausted", "isPoolEmpty", "isPoolLow"] as const;

interface Published {
  claimed: number;
  /** The ids of codes with a published change. */
  published: string[];
}

/** Publishes up to `most` codes of the workspace whose usage count or availability changed. */
export async function publishBatch(write: CodeWrite, most: number): Promise<Published> {
  const claimed = await claimChangedCodes(write, most);
  if (claimed.length === 0) return { claimed: 0, published: [] };
  const available = await readAvailability(
    write,
    claimed.map(({ rowId }) => rowId),
  );
  const byId = new Map(available.map((one) => [one.rowId, one]));
  const changes = claimed.flatMap((code) => changeOf(code, byId.get(code.rowId)) ?? []);
  await writeAvailability(
    write,
    changes.flatMap(({ now, fields }) => (fields.some((field) => field !== "usageCount") ? now : [])),
  );
  for (const alike of groupBy(changes, ({ fields }) => fields.join()).values())
    await emitChanged(
      write,
      alike.map(({ code }) => code),
      alike[0]?.fields ?? [],
    );
  for (const { code, now, fields } of changes)
    if (fields.includes("isPoolLow") && now.isPoolLow) {
      const { rowId, aliasCount } = code;
      write.emit(discountCodePoolLow, rowId, { rowId, code: code.code, aliasCount, freeAliasCount: now.freeAliasCount });
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
