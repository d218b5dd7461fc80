import { runProgram, type Terminal } from "@offergraph/shared/cli/program";
import type { Screen } from "@offergraph/shared/cli/progress";
import { workspaceReader } from "@offergraph/shared/database/workspace-reader";
import { workspaceWriter } from "@offergraph/shared/database/write";
import { readEnv } from "@offergraph/shared/env/read-env";
import { systemClock } from "@offergraph/shared/time/clock";
import { demoCommand } from "./commands/demo.js";
import { importCommands } from "./commands/import.js";
import { rateCommands } from "./commands/rates.js";
import type { Tools } from "./commands/tools.js";
import { reportingEnv } from "./env.js";
import { PrismaClient } from "./generated/prisma/client.js";

/**
 * Runs one admin command and returns its exit code.
 * @param environment DATABASE_URL of the service's database and the variables that env.ts reads for commands
 * @param screen shows progress
 */
export function runAdmin(words: readonly string[], environment: NodeJS.ProcessEnv, terminal: Terminal, screen?: Screen): Promise<number> {
  return runProgram(
    {
      app: "orders",
      description: "Imports, exchange rates and demo data of orders.",
      createClient: (adapter) => new PrismaClient({ adapter }),
      createTools: (prisma, log, pool): Tools => ({
        reader: workspaceReader(pool),
        writer: workspaceWriter(prisma, log),
        clock: systemClock,
        reportingCurrency: readEnv(reportingEnv, environment).REPORTING_CURRENCY,
      }),
      createCommands: (run) => [importCommands(run, screen), rateCommands(run), demoCommand(run)],
    },
    words,
    environment,
    terminal,
  );
}
