import { id, jsonOption, words, workspaceOption } from "@offergraph/shared/cli/options";
import type { Run } from "@offergraph/shared/cli/output";
import { campaignAdded, campaignAssigned } from "@offergraph/shared/contracts/events/discounts";
import { isUuid } from "@offergraph/shared/schema/formats";
import { Command } from "commander";
import { findCampaign } from "../db/campaigns.js";
import { addCampaign, assignCampaign } from "../services/campaigns/campaigns.js";
import { countOf, givenCodes, type Options, type Tools } from "./tools.js";

interface AddOptions extends Options {
  name: string;
}
interface AssignOptions extends Options {
  campaign: string;
  code?: string[];
}

export function campaignCommands(run: Run<Tools>): Command {
  const campaign = new Command("campaign").description("add campaigns and assign discount codes to them");
  campaign
    .command("add")
    .description("adds a campaign")
    .addOption(workspaceOption())
    .requiredOption("--name <name>", "the campaign's name, unique in the workspace", words)
    .addOption(jsonOption())
    .action(({ workspace, json, name }: AddOptions) =>
      run(json, async ({ write }) => {
        const campaignId = await write({ workspaceId: workspace, emits: [campaignAdded] }, (tx) => addCampaign(tx, name));
        return { json: { campaignId }, text: `Added campaign "${name}" with id ${campaignId}.` };
      }),
    );
  campaign
    .command("assign")
    .description("assigns discount codes to a campaign")
    .argument("[codes...]", "ids, codes or aliases")
    .addOption(workspaceOption())
    .requiredOption("--campaign <campaign>", "the campaign's id or name")
    .option("--code <codes...>", "more ids, codes or aliases")
    .addOption(jsonOption())
    .action((bare: string[], { workspace, json, campaign: ref, code }: AssignOptions) =>
      run(json, async ({ write }) => {
        const refs = givenCodes(code, bare);
        const done = await write({ workspaceId: workspace, emits: [campaignAssigned] }, async (tx) => {
          const campaignId = await findCampaign(tx, isUuid(ref) ? { rowId: id(ref) } : { name: ref });
          if (campaignId === undefined) throw new Error(`There is no campaign ${ref} in this workspace.`);
          return { campaignId, discountCodeIds: await assignCampaign(tx, campaignId, refs) };
        });
        return { json: done, text: `${countOf(done.discountCodeIds.length)} added to campaign ${done.campaignId}.` };
      }),
    );
  return campaign;
}
