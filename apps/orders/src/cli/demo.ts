import { jsonOption, workspaceOption } from "@offergraph/shared/cli/options";
import type { Run } from "@offergraph/shared/cli/output";
import { Command } from "commander";
import { seedDemo } from "../demo/seed.js";
import type { Tools } from "./program.js";

export function demoCommand(run: Run<Tools>): Command {
  return new Command("demo")
    .description("fills a workspace with demo orders, checkouts and exchange rates; existing records do not change")
    .addOption(workspaceOption())
    .addOption(jsonOption())
    .action(({ workspace: workspaceId, json }: { workspace: string; json: boolean }) =>
      run(json, async ({ database, reportingCurrency }) => {
        const created = await seedDemo(database, { workspaceId, reportingCurrency });
        return { json: { created }, text: `Created ${created} orders.` };
      }),
    );
}
