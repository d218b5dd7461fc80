import { groupBy } from "@offergraph/service/db/group-by";
import { discountCodeUpdated } from "@offergraph/shared/contracts/events/discounts";
import { overrideScheduledStatus, updateStatuses } from "../../db/change-codes.js";
import { countOpenGrants } from "../../db/grant-codes.js";
import { markPushesPending } from "../../db/placements.js";
import { statuses } from "../../domain/ranks.js";
import { latest, statusToStore } from "../../domain/transitions.js";
import { emitAllUpdated } from "../../services/codes/events.js";
import { lockListedCodes } from "../../services/codes/find-code.js";
import { type MutationField, mutation } from "../../tx.js";

export const bulk_update_discount_code_status: MutationField<"bulk_update_discount_code_status"> = mutation(
  { emits: [discountCodeUpdated] },
  async (tx, { input }) => {
    const wanted = (await lockListedCodes(tx, input.ids, ["input", "ids"])).map((code) => ({
      code,
      status: statuses.indexOf(statusToStore(input.status, code.startAt, latest(tx.now, code))),
    }));
    const idsOf = (codes: typeof wanted) => codes.map(({ code }) => code.rowId);
    const changed = wanted.filter(({ code, status }) => code.status !== status);
    await overrideScheduledStatus(tx, idsOf(wanted.filter(({ code, status }) => code.status === status)));
    for (const [status, codes] of groupBy(changed, (one) => one.status)) await updateStatuses(tx, idsOf(codes), status);
    await markPushesPending(tx, idsOf(changed));
    const expired = changed.filter(({ status }) => status === statuses.indexOf("EXPIRED"));
    const endedGrantCount = expired.length === 0 ? 0 : await countOpenGrants(tx, idsOf(expired));
    return {
      endedGrantCount,
      discountCodes: await emitAllUpdated(
        tx,
        changed.map(({ code, status }) => ({ ...code, status, updatedAt: latest(tx.now, code) })),
        ["status", "updatedAt"],
      ),
    };
  },
);
