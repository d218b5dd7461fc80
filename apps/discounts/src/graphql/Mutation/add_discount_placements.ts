import { throwUserErrors } from "@offergraph/service/mutations/reject-with";
import { discountCodeUpdated } from "@offergraph/shared/contracts/events/discounts";
import { writePlacements } from "../../db/placements.js";
import { codeWarnings, warningsOfCodes } from "../../domain/warnings.js";
import { findConnections } from "../../services/codes/create-code.js";
import { lockCodeOfRef } from "../../services/codes/find-code.js";
import { placementsChanged } from "../../services/placements/placements.js";
import { type MutationField, mutation } from "../../tx.js";

export const add_discount_placements: MutationField<"add_discount_placements"> = mutation(
  { emits: [discountCodeUpdated], warns: codeWarnings },
  async (tx, { input }) => {
    const path = ["input", "connectionId"];
    const connectionId = input.connectionId.toLowerCase();
    const added = { connectionId, child: input.child ?? null, path };
    const code = await lockCodeOfRef(tx, input.discountCodeId, ["input", "discountCodeId"]);
    const connections = await findConnections(tx, [added]);
    if (!code) return throwUserErrors(tx);
    if (code.placements.some((placement) => placement.connectionId === connectionId))
      tx.errors.add(path, "TAKEN", "The discount code is already placed on this connection.");
    tx.check();
    await writePlacements(tx, code.rowId, { listed: undefined, added }, { existing: code.placements, connections });
    const record = await placementsChanged(tx, code.rowId);
    tx.warn(...warningsOfCodes([record], undefined, tx.now));
    const placed = record.placements.find((placement) => placement.connectionId === connectionId);
    if (!placed) throw new Error(`Invariant violated: placement of discount code ${code.rowId} not found after insert.`);
    return { placement: { ...placed, targets: [] } };
  },
);
