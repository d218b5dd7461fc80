import { runProgram, type Terminal } from "@offergraph/service/cli/program";
import type { Database } from "@offergraph/service/tx/database";
import type { Screen } from "@offergraph/shared/cli/progress";
import { readEnv } from "@offergraph/shared/env/read-env";
import { reportingEnv } from "../env.js";
import { type Prisma, PrismaClient } from "../generated/prisma/client.js";
import { demoCommand } from "./demo.js";
import { importCommands } from "./import.js";
import { rateCommands } from "./rates.js";

/** Dependencies of the commands. */
export interface Tools {
  database: Database<Prisma.TransactionClient>;
  reportingCurrency: string;
}

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
