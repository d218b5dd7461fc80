import { jsonOption, words, workspaceOption } from "@offergraph/shared/cli/options";
import type { Run } from "@offergraph/shared/cli/output";
import { campaignAdded, campaignAssigned } from "@offergraph/shared/contracts/events/discounts";
import { Command } from "commander";
import { readCampaigns } from "../db/campaigns.js";
import { idsOf } from "../db/rows.js";
import { addCampaign, assignCampaign } from "../services/campaigns/campaigns.js";
import { campaignIdOf } from "../services/campaigns/find-campaign.js";
import { lockCodesByRef } from "../services/codes/find-code.js";
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
        const fields = { name, startsAt: null, endsAt: null, note: null };
        const { rowId: campaignId } = await write({ workspaceId: workspace, emits: [campaignAdded] }, (tx) => addCampaign(tx, fields));
        return { json: { campaignId }, text: `Added campaign "${name}" with id ${campaignId}.` };
      }),
    );
  campaign
    .command("assign")
    .description("assigns discount codes to a campaign")
    .argument("[codes...]", "ids, codes or aliases of discount codes")
    .addOption(workspaceOption())
    .requiredOption("--campaign <campaign>", "the campaign's id or name")
    .option("--code <codes...>", "ids, codes or aliases of further discount codes")
    .addOption(jsonOption())
    .action((bare: string[], { workspace, json, campaign: ref, code }: AssignOptions) =>
      run(json, async ({ write }) => {
        const refs = givenCodes(code, bare);
        const done = await write({ workspaceId: workspace, emits: [campaignAssigned] }, async (tx) => {
          const found = await campaignIdOf(tx.sql, ref);
          const [campaign] = found === undefined ? [] : await readCampaigns(tx.sql, [found]);
          if (!campaign) throw new Error(`There is no campaign ${ref} in this workspace.`);
          const added = await assignCampaign(tx, campaign.rowId, await lockCodesByRef(tx, refs));
          return { campaignId: campaign.rowId, discountCodeIds: idsOf(added) };
        });
        return { json: done, text: `${countOf(done.discountCodeIds.length)} added to campaign ${done.campaignId}.` };
      }),
    );
  return campaign;
}
