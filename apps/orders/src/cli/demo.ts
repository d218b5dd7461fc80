import { jsonOption, workspaceOption } from "@offergraph/shared/cli/options";
import type { Run } from "@offergraph/shared/cli/output";
import { Command } from "commander";
import { inTransaction } from "../db/tx.js";
import { seedDemo } from "../demo/seed.js";
import type { Tools } from "./tools.js";

export function demoCommand(run: Run<Tools>): Command {
  return new Command("demo")
    .description("fills a workspace with demo orders, checkouts and exchange rates; existing records do not change")
    .addOption(workspaceOption())
    .addOption(jsonOption())
    .action(({ workspace, json }: { workspace: string; json: boolean }) =>
      run(json, async ({ writer, clock, reportingCurrency }) => {
        const now = clock.now();
        const created = await seedDemo({
          write: (effect) => inTransaction(writer, { workspaceId: workspace, now, actor: null }, effect),
          reportingCurrency,
          now,
        });
        return { json: { created }, text: `Created ${created} orders.` };
      }),
    );
}
