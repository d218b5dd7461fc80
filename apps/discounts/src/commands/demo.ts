import { jsonOption, workspaceOption } from "@offergraph/shared/cli/options";
import type { Run } from "@offergraph/shared/cli/output";
import { Command } from "commander";
import { seedDemo } from "../demo/seed.js";
import type { Options, Tools } from "./tools.js";

export function demoCommand(run: Run<Tools>): Command {
  return new Command("demo")
    .description("fills a workspace with lifelike discount codes; what is there already is left alone")
    .addOption(workspaceOption())
    .addOption(jsonOption())
    .action(({ workspace, json }: Options) =>
      run(json, async ({ write }) => {
        const created = await write(workspace, seedDemo);
        return { json: { created }, text: `Made ${created} discount codes.` };
      }),
    );
}
