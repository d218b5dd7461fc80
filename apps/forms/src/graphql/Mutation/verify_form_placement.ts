import { readConnectionReferences } from "@offergraph/service/replicas/queries";
import { readForms } from "../../db/forms.js";
import { channelOfPlacement } from "../../domain/channels.js";
import { problemsOfForm, problemsOfPlacement } from "../../domain/placement-problems.js";
import type { MutationResolvers } from "../../generated/types.js";
import { mutateForms } from "../../services/forms/write.js";
import { changePlacement, placementToChange } from "../../services/placements/change-placement.js";

/** Checks if a placement can accept responses now and stores the result. */
export const verify_form_placement: NonNullable<MutationResolvers["verify_form_placement"]> = (_source, { input }, context) =>
  mutateForms(context, async (write) => {
    const { read, now } = write;
    const placement = await placementToChange(write, input.placementId);
    const { formId, connectionId } = placement;
    const [form] = await readForms(read, [formId]);
    if (!form) throw new Error(`Invariant violated: no form ${formId} for placement ${placement.rowId}.`);
    const connections = connectionId === null ? [] : await readConnectionReferences(read, { id: connectionId });
    const ofPlacement = problemsOfPlacement(placement, channelOfPlacement(placement), connections.length > 0);
    const verifyProblems = [...problemsOfForm(form, now), ...ofPlacement];
    const verifiedAt = verifyProblems.length === 0 ? now.toISOString() : placement.verifiedAt;
    return { placement: await changePlacement(write, placement, { verifiedAt, verifyProblems }) };
  });
