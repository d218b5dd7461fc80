import { completeRecords } from "../../db/discount-codes.js";
import { markPushesPending } from "../../db/write-placements.js";
import { isPushed } from "../../domain/placements.js";
import type { MutationResolvers } from "../../generated/types.js";
import { lockListedCodes } from "../../services/codes/find-code.js";
import { mutateCodes } from "../../services/codes/write.js";
import { emitSyncRequested } from "../../services/placements/placements.js";

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
