import { runProgram, type Terminal } from "@offergraph/service/cli/program";
import type { Database } from "@offergraph/service/tx/database";
import { jsonOption, workspaceOption } from "@offergraph/shared/cli/options";
import type { Run } from "@offergraph/shared/cli/output";
import { Command } from "commander";
import { seedDemo } from "../demo/seed.js";
import { type Prisma, PrismaClient } from "../generated/prisma/client.js";

export function runAdmin(words: readonly string[], environment: NodeJS.ProcessEnv, terminal: Terminal): Promise<number> {
  return runProgram(
    {
      app: "incentives",
      directory: new URL("../../", import.meta.url),
      description: "Creates demo data for incentives.",
      createClient: (adapter) => new PrismaClient({ adapter }),
      createTools: ({ database }): Database<Prisma.TransactionClient> => database,
      createCommands: (run) => [demoCommand(run)],
    },
    words,
    environment,
    terminal,
  );
}

const timeoutMs = 60_000;

function demoCommand(run: Run<Database<Prisma.TransactionClient>>): Command {
  return new Command("demo")
    .description("adds incentives for the demo forms of a workspace; existing records stay unchanged")
    .addOption(workspaceOption())
    .addOption(jsonOption())
    .action(({ workspace: workspaceId, json }: { workspace: string; json: boolean }) =>
      run(json, async (database) => {
        const created = await seedDemo({ database, workspaceId, timeoutMs });
        return { json: { created }, text: `Created ${created} incentives.` };
      }),
    );
}
