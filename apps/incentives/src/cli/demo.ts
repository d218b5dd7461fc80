import type { Database } from "@offergraph/service/tx/database";
import { jsonOption, workspaceOption } from "@offergraph/shared/cli/options";
import type { Run } from "@offergraph/shared/cli/output";
import { Command } from "commander";
import { seedDemo } from "../demo/seed.js";
import type { Prisma } from "../generated/prisma/client.js";

const timeoutMs = 60_000;

export function demoCommand(run: Run<Database<Prisma.TransactionClient>>): Command {
  return new Command("demo")
    .description("fills a workspace with demo incentives for the demo's forms; existing records do not change")
    .addOption(workspaceOption())
    .addOption(jsonOption())
    .action(({ workspace: workspaceId, json }: { workspace: string; json: boolean }) =>
      run(json, async (database) => {
        const created = await seedDemo({ database, workspaceId, timeoutMs });
        return { json: { created }, text: `Made ${created} incentives.` };
      }),
    );
}
