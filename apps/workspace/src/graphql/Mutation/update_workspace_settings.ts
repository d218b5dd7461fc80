import { workspaceUpdated } from "@offergraph/shared/contracts/events/workspace";
import { readSettingsInput } from "../../domain/settings.js";
import { changeSettings } from "../../services/settings/settings.js";
import { type MutationField, mutation } from "../../tx.js";

export const update_workspace_settings: MutationField<"update_workspace_settings"> = mutation(
  { emits: [workspaceUpdated] },
  async (tx, { input }) => {
    const settings = readSettingsInput(input, tx.errors);
    tx.check();
    return { settings: await changeSettings(tx, settings) };
  },
);
