import { jsonOption, workspaceOption } from "@offergraph/shared/cli/options";
import type { Run } from "@offergraph/shared/cli/output";
import { Command } from "commander";
import { seedDemo } from "../demo/seed.js";
import { seedWrites } from "../demo/write.js";
import type { Tools } from "./tools.js";

const patienceMs = 60_000;

export function demoCommand(run: Run<Tools>): Command {
  return new Command("demo")
    .description("fills a workspace with demo incentives for the demo's forms; existing records do not change")
    .addOption(workspaceOption())
    .addOption(jsonOption())
    .action(({ workspace, json }: { workspace: string; json: boolean }) =>
      run(json, async (tools) => {
        const created = await seedDemo({ write: seedWrites(tools, workspace), patienceMs });
        return { json: { created }, text: `Made ${created} incentives.` };
      }),
    );
}
