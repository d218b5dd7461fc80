import { throwUserErrors } from "@offergraph/service/mutations/reject-with";
import { writePlacements } from "../../db/write-placements.js";
import type { MutationResolvers } from "../../generated/types.js";
import { lockCodeOfRef } from "../../services/codes/find-code.js";
import { findConnections } from "../../services/codes/prepare.js";
import { mutateCodes } from "../../services/codes/write.js";
import { placementsChanged } from "../../services/placements/placements.js";

export const add_discount_placements: NonNullable<MutationResolvers["add_discount_placements"]> = (_source, { input }, context) =>
  mutateCodes(context, async (write) => {
    const path = ["input", "connectionId"];
    const connectionId = input.connectionId.toLowerCase();
    const added = { connectionId, child: input.child ?? null, path };
    const code = await lockCodeOfRef(write, input.discountCodeId, ["input", "discountCodeId"]);
    const connections = await findConnections(write, [added]);
    if (!code) return throwUserErrors(write);
    if (code.placements.some((placement) => placement.connectionId === connectionId))
      write.violations.add(path, "TAKEN", "The discount code is already placed on this connection.");
    write.check();
    await writePlacements(write, code.rowId, { listed: undefined, added }, { existing: code.placements, connections });
    const { placements } = await placementsChanged(write, code.rowId);
    const placed = placements.find((placement) => placement.connectionId === connectionId);
    if (!placed) throw new Error(`Invariant violated: no placement of discount code ${code.rowId} after insert.`);
    return { placement: { ...placed, targets: [] } };
  });
