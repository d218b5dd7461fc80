import { placementSyncRequested } from "@offergraph/shared/contracts/events/discounts";
import { completeRecords } from "../../db/discount-codes.js";
import { markPushesPending } from "../../db/placements.js";
import { idsOf } from "../../db/rows.js";
import { lockListedCodes } from "../../services/codes/find-code.js";
import { emitSyncRequested, isPushed } from "../../services/placements/placements.js";
import { type MutationField, mutation } from "../../tx.js";

export const bulk_sync_discount_codes: MutationField<"bulk_sync_discount_codes"> = mutation(
  { emits: [placementSyncRequested] },
  async (tx, { input }) => {
    const codes = await lockListedCodes(tx, input.ids, ["input", "ids"]);
    await markPushesPending(tx, { discountCodeId: { in: idsOf(codes) } });
    const records = await completeRecords(tx.sql, codes);
    for (const placement of records.flatMap(({ placements }) => placements)) if (isPushed(placement)) emitSyncRequested(tx, placement);
    return { discountCodes: records.filter(({ placements }) => placements.some(isPushed)) };
  },
);
