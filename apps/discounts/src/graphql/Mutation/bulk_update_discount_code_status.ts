import { groupBy } from "@offergraph/service/db/group-by";
import { discountCodeUpdated } from "@offergraph/shared/contracts/events/discounts";
import { overrideScheduledStatus, updateStatuses } from "../../db/change-codes.js";
import { countOpenGrants } from "../../db/grant-codes.js";
import { markPushesPending } from "../../db/placements.js";
import { idsOf } from "../../db/rows.js";
import { statuses } from "../../domain/ordinals.js";
import { latest, statusToStore } from "../../domain/transitions.js";
import { codeWarnings, warningsOfCodes } from "../../domain/warnings.js";
import { emitAllUpdated } from "../../services/codes/events.js";
import { lockListedCodes } from "../../services/codes/find-code.js";
import { type MutationField, mutation } from "../../tx.js";

export const bulk_update_discount_code_status: MutationField<"bulk_update_discount_code_status"> = mutation(
  { emits: [discountCodeUpdated], warns: codeWarnings },
  async (tx, { input }) => {
    const codes = await lockListedCodes(tx, input.ids, ["input", "ids"]);
    const next = codes.map((code) => {
      const updatedAt = latest(tx.now, code);
      return { ...code, updatedAt, status: statuses.indexOf(statusToStore(input.status, code.startAt, updatedAt)) };
    });
    await overrideScheduledStatus(tx, idsOf(codes.filter(({ status }, index) => status === next[index]?.status)));
    const changed = next.filter(({ status }, index) => status !== codes[index]?.status);
    for (const [status, alike] of groupBy(changed, (code) => code.status)) await updateStatuses(tx, idsOf(alike), status);
    await markPushesPending(tx, { discountCodeId: { in: idsOf(changed) } });
    const expired = idsOf(changed.filter(({ status }) => status === statuses.indexOf("EXPIRED")));
    const endedGrantCount = expired.length === 0 ? 0 : await countOpenGrants(tx, expired);
    const discountCodes = await emitAllUpdated(tx, changed, ["status", "updatedAt"]);
    tx.warn(...warningsOfCodes(discountCodes, input.status, tx.now));
    return { endedGrantCount, discountCodes };
  },
);
