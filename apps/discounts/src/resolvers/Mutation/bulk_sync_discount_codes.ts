import { completeRecords } from "../../data/discount-codes.js";
import { markPushesPending } from "../../data/write-placements.js";
import { isPushed } from "../../domain/placements.js";
import type { MutationResolvers } from "../../generated/types.js";
import { lockListedCodes } from "../../writes/find-code.js";
import { emitSyncRequested } from "../../writes/placements.js";
import { mutateCodes } from "../../writes/write.js";

export const bulk_sync_discount_codes: NonNullable<MutationResolvers["bulk_sync_discount_codes"]> = (_source, { input }, context) =>
  mutateCodes(context, async (write) => {
    const codes = await lockListedCodes(write, input.ids, ["input", "ids"]);
    await markPushesPending(
      write,
      codes.map(({ rowId }) => rowId),
    );
    const records = await completeRecords(write.read, codes);
    for (const placement of records.flatMap(({ placements }) => placements)) if (isPushed(placement)) emitSyncRequested(write, placement);
    return { discountCodes: records.filter(({ placements }) => placements.some(isPushed)) };
  });
