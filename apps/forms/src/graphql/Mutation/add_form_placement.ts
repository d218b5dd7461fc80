import { throwUserErrors } from "@offergraph/service/mutations/reject-with";
import { formPlacementCreated } from "@offergraph/shared/contracts/events/forms";
import { channelMeant, checkChannelSurface, checkConnection, mayHaveConnection } from "../../domain/channels.js";
import { checkConfig } from "../../domain/placement-config.js";
import { placementWarnings, warningsOfPlacement } from "../../domain/warnings.js";
import { findFormToChange } from "../../services/forms/find-form.js";
import { addPlacement, checkCustomerQuestion } from "../../services/placements/placements.js";
import { type MutationField, mutation } from "../../tx.js";

export const add_form_placement: MutationField<"add_form_placement"> = mutation(
  {
    emits: [formPlacementCreated],
    warns: placementWarnings,
    async prepare({ input: { channelId, connectionId } }, { principal, references }) {
      const channel = channelMeant(principal.workspaceId, channelId);
      const isLookedUp = connectionId && (!channel || mayHaveConnection(channel));
      const connection = isLookedUp ? await references.findConnection(connectionId.toLowerCase()) : undefined;
      return { channel, connection };
    },
  },
  async (tx, { input }, _context, { channel, connection }) => {
    const { config, connectionId } = input;
    const at = ["input", "config"];
    const form = await findFormToChange(tx, input.formId, ["input", "formId"]);
    if (channel) checkConfig(channel.surface, config, at, tx.errors);
    else tx.errors.add(["input", "channelId"], "NOT_FOUND", "This workspace has no channel with this id or name.");
    if (form && channel) checkChannelSurface(form.surfaces, channel, ["input", "channelId"], tx.errors);
    checkConnection(channel, { connectionId, connection }, ["input", "connectionId"], tx.errors);
    if (form) await checkCustomerQuestion(tx, form, config, [...at, "customer_question_key"]);
    tx.check();
    if (!form || !channel) return throwUserErrors(tx);
    const wanted = { formId: form.rowId, channelId: channel.rowId, connectionId: connection?.row?.rowId ?? null, config };
    const placement = await addPlacement(tx, wanted);
    tx.warn(...warningsOfPlacement(form, placement));
    return { placement };
  },
);
