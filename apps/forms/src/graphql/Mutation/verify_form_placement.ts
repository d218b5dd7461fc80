import { readConnectionReferences } from "@offergraph/service/replicas/queries";
import { formPlacementUpdated } from "@offergraph/shared/contracts/events/forms";
import { readForms } from "../../db/forms.js";
import { channelOfPlacement } from "../../domain/channels.js";
import { problemsOfForm, problemsOfPlacement } from "../../domain/placement-problems.js";
import { changePlacement, placementToChange } from "../../services/placements/placements.js";
import { type MutationField, mutation } from "../../tx.js";

export const verify_form_placement: MutationField<"verify_form_placement"> = mutation(
  { emits: [formPlacementUpdated] },
  async (tx, { input }) => {
    const placement = await placementToChange(tx, input.placementId);
    const { formId, connectionId } = placement;
    const [form] = await readForms(tx.sql, [formId]);
    if (!form) throw new Error(`Invariant violated: no form ${formId} for placement ${placement.rowId}.`);
    const connections = connectionId === null ? [] : await readConnectionReferences(tx.sql, { id: connectionId });
    const ofPlacement = problemsOfPlacement(placement, channelOfPlacement(placement), connections.length > 0);
    const verifyProblems = [...problemsOfForm(form, tx.now), ...ofPlacement];
    const verifiedAt = verifyProblems.length === 0 ? tx.now.toISOString() : placement.verifiedAt;
    return { placement: await changePlacement(tx, placement, { verifiedAt, verifyProblems }) };
  },
);
