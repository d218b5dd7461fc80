import { runProgram, type Terminal } from "@offergraph/service/cli/program";
import type { Database } from "@offergraph/service/tx/database";
import { jsonOption, workspaceOption } from "@offergraph/shared/cli/options";
import type { Run } from "@offergraph/shared/cli/output";
import type { Screen } from "@offergraph/shared/cli/progress";
import { readEnv } from "@offergraph/shared/env/read-env";
import { Command } from "commander";
import { seedDemo } from "../demo/seed.js";
import { reportingEnv } from "../env.js";
import { type Prisma, PrismaClient } from "../generated/prisma/client.js";
import { importCommands } from "./import.js";
import { rateCommands } from "./rates.js";

export interface Tools {
  database: Database<Prisma.TransactionClient>;
  reportingCurrency: string;
}

/** `screen` shows progress. */
export function runAdmin(words: readonly string[], environment: NodeJS.ProcessEnv, terminal: Terminal, screen?: Screen): Promise<number> {
  return runProgram(
    {
      app: "orders",
      directory: new URL("../../", import.meta.url),
      description: "Imports orders, lists exchange rates and creates demo data.",
      createClient: (adapter) => new PrismaClient({ adapter }),
      createTools: ({ database }): Tools => ({
        database,
        reportingCurrency: readEnv(reportingEnv, environment).REPORTING_CURRENCY,
      }),
      createCommands: (run) => [importCommands(run, screen), rateCommands(run), demoCommand(run)],
    },
    words,
    environment,
    terminal,
  );
}

function demoCommand(run: Run<Tools>): Command {
  return new Command("demo")
    .description("adds demo orders, checkouts and exchange rates to a workspace; existing records stay unchanged")
    .addOption(workspaceOption())
    .addOption(jsonOption())
    .action(({ workspace: workspaceId, json }: { workspace: string; json: boolean }) =>
      run(json, async ({ database, reportingCurrency }) => {
        const created = await seedDemo(database, { workspaceId, reportingCurrency });
        return { json: { created }, text: `Created ${created} orders.` };
      }),
    );
}
