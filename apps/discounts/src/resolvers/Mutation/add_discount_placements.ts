import { throwUserErrors } from "@offergraph/shared/subgraph/reject-with";
import { writePlacements } from "../../data/write-placements.js";
import type { MutationResolvers } from "../../generated/types.js";
import { lockCodeOfRef } from "../../writes/find-code.js";
import { placementsChanged } from "../../writes/placements.js";
import { findConnections } from "../../writes/prepare.js";
import { mutateCodes } from "../../writes/write.js";

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
