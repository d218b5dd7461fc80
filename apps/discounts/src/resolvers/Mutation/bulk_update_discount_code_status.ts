import { confirmStatuses, updateStatuses } from "../../data/write-code.js";
import { awaitPushes } from "../../data/write-placements.js";
import { statuses } from "../../domain/ranks.js";
import type { MutationResolvers } from "../../generated/types.js";
import { emitChanged } from "../../writes/emit.js";
import { lockListedCodes } from "../../writes/find-code.js";
import { mutateCodes } from "../../writes/write.js";

/** Sets one status on every listed discount code, all or none. */
export const bulk_update_discount_code_status: NonNullable<MutationResolvers["bulk_update_discount_code_status"]> = (
  _source,
  { input },
  context,
) =>
  mutateCodes(context, async (write) => {
    const wanted = await lockListedCodes(write, input.ids, ["input", "ids"]);
    const status = statuses.indexOf(input.status);
    const changed = wanted.filter((code) => code.status !== status);
    await confirmStatuses(
      write,
      wanted.filter((code) => code.status === status).map(({ rowId }) => rowId),
    );
    const changedIds = changed.map(({ rowId }) => rowId);
    await updateStatuses(write, changedIds, status);
    await awaitPushes(write, changedIds);
    const updatedAt = write.now.toISOString();
    return {
      discountCodes: await emitChanged(
        write,
        changed.map((code) => ({ ...code, status, updatedAt })),
        ["status", "updatedAt"],
      ),
    };
  });
