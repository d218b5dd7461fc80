import { id, jsonOption, words, workspaceOption } from "@offergraph/shared/cli/options";
import type { Run } from "@offergraph/shared/cli/output";
import { isUuid } from "@offergraph/shared/schema/formats";
import { Command } from "commander";
import { readCampaignByName, readCampaigns } from "../db/campaigns.js";
import type { CampaignRow } from "../db/rows.js";
import { addCampaign, assignCampaign } from "../services/campaigns/campaigns.js";
import type { CodeWrite } from "../services/codes/write.js";
import { countOf, givenCodes } from "./codes.js";
import type { Options, Tools } from "./tools.js";

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
        const { rowId } = await write(workspace, (writing) => addCampaign(writing, name));
        return { json: { campaignId: rowId }, text: `Added campaign "${name}" with id ${rowId}.` };
      }),
    );
  campaign
    .command("assign")
    .description("assigns discount codes to a campaign")
    .argument("[codes...]", "ids, codes or aliases")
    .addOption(workspaceOption())
    .requiredOption("--campaign <campaign>", "the campaign's id or name")
    .option("--code <codes...>", "same as the arguments")
    .addOption(jsonOption())
    .action((bare: string[], { workspace, json, campaign: ref, code }: AssignOptions) =>
      run(json, async ({ write }) => {
        const refs = givenCodes(code, bare);
        const done = await write(workspace, async (writing) => {
          const { rowId } = await campaignOf(writing, ref);
          return { campaignId: rowId, discountCodeIds: await assignCampaign(writing, rowId, refs) };
        });
        return { json: done, text: `${countOf(done.discountCodeIds.length)} added to campaign ${done.campaignId}.` };
      }),
    );
  return campaign;
}

async function campaignOf({ read }: CodeWrite, ref: string): Promise<CampaignRow> {
  const campaign = isUuid(ref) ? (await readCampaigns(read, [id(ref)]))[0] : await readCampaignByName(read, ref);
  if (!campaign) throw new Error(`There is no campaign ${ref} in this workspace.`);
  return campaign;
}
