import { runProgram, type Terminal } from "@offergraph/service/cli/program";
import { workspaceReader } from "@offergraph/service/db/workspace-reader";
import { workspaceWriter } from "@offergraph/service/db/write";
import type { Screen } from "@offergraph/shared/cli/progress";
import { readEnv } from "@offergraph/shared/env/read-env";
import { systemClock } from "@offergraph/shared/time/clock";
import { reportingEnv } from "../env.js";
import { PrismaClient } from "../generated/prisma/client.js";
import { demoCommand } from "./demo.js";
import { importCommands } from "./import.js";
import { rateCommands } from "./rates.js";
import type { Tools } from "./tools.js";

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
