import { groupBy } from "@offergraph/service/db/group-by";
import { countOpenGrants } from "../../db/grant-codes.js";
import { overrideScheduledStatus, updateStatuses } from "../../db/write-code.js";
import { markPushesPending } from "../../db/write-placements.js";
import { statuses } from "../../domain/ranks.js";
import { latest, statusToStore } from "../../domain/transitions.js";
import type { MutationResolvers } from "../../generated/types.js";
import { emitChanged } from "../../services/codes/emit.js";
import { lockListedCodes } from "../../services/codes/find-code.js";
import { mutateCodes } from "../../services/codes/write.js";

export const bulk_update_discount_code_status: NonNullable<MutationResolvers["bulk_update_discount_code_status"]> = (
  _source,
  { input },
  context,
) =>
  mutateCodes(context, async (write) => {
    const wanted = (await lockListedCodes(write, input.ids, ["input", "ids"])).map((code) => ({
      code,
      status: statuses.indexOf(statusToStore(input.status, code.startAt, latest(write.now, code))),
    }));
    const idsOf = (codes: typeof wanted) => codes.map(({ code }) => code.rowId);
    const changed = wanted.filter(({ code, status }) => code.status !== status);
    await overrideScheduledStatus(write, idsOf(wanted.filter(({ code, status }) => code.status === status)));
    for (const [status, codes] of groupBy(changed, (one) => one.status)) await updateStatuses(write, idsOf(codes), status);
    await markPushesPending(write, idsOf(changed));
    const expired = changed.filter(({ status }) => status === statuses.indexOf("EXPIRED"));
    const endedGrantCount = expired.length === 0 ? 0 : await countOpenGrants(write, idsOf(expired));
    const updatedAt = write.now.toISOString();
    return {
      endedGrantCount,
      discountCodes: await emitChanged(
        write,
        changed.map(({ code, status }) => ({ ...code, status, updatedAt })),
        ["status", "updatedAt"],
      ),
    };
  });
