import { throwUserErrors } from "@offergraph/service/mutations/reject-with";
import { channelMeant, checkConnection, mayHaveConnection } from "../../domain/channels.js";
import { checkConfig } from "../../domain/placement-config.js";
import { checkChannelSurface } from "../../domain/surfaces.js";
import type { MutationResolvers } from "../../generated/types.js";
import { findFormToChange } from "../../services/forms/find-form.js";
import { mutateForms } from "../../services/forms/write.js";
import { addPlacement } from "../../services/placements/add-placement.js";
import { checkCustomerQuestion } from "../../services/placements/customer-question.js";

/** Places a form on a channel. The placement is not published yet. */
export const add_form_placement: NonNullable<MutationResolvers["add_form_placement"]> = async (_source, { input }, context) => {
  const { config, connectionId } = input;
  const at = ["input", "config"];
  const channel = channelMeant(context.principal.workspaceId, input.channelId);
  const isLookedUp = connectionId && (!channel || mayHaveConnection(channel));
  const connection = isLookedUp ? await context.references.findConnection(connectionId.toLowerCase()) : undefined;
  return mutateForms(context, async (write) => {
    const { violations } = write;
    const form = await findFormToChange(write, input.formId, ["input", "formId"]);
    if (channel) checkConfig(channel.surface, config, at, violations);
    else violations.add(["input", "channelId"], "NOT_FOUND", "No channel with this id or name in this workspace.");
    if (form && channel) checkChannelSurface(form.surfaces, channel, ["input", "channelId"], violations);
    checkConnection(channel, { connectionId, connection }, ["input", "connectionId"], violations);
    if (form) await checkCustomerQuestion(write, form, config, [...at, "customer_question_key"]);
    write.check();
    if (!form || !channel) return throwUserErrors(write);
    const wanted = { formId: form.rowId, channelId: channel.rowId, connectionId: connection?.row?.rowId ?? null, config };
    return { placement: await addPlacement(write, wanted) };
  });
};
