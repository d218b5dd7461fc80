import { runProgram, type Terminal } from "@offergraph/service/cli/program";
import type { Database } from "@offergraph/service/tx/database";
import { type Prisma, PrismaClient } from "../generated/prisma/client.js";
import { demoCommand } from "./demo.js";

/** Runs one admin command and returns its exit code. `environment` has DATABASE_URL of the service's database. */
export function runAdmin(words: readonly string[], environment: NodeJS.ProcessEnv, terminal: Terminal): Promise<number> {
  return runProgram(
    {
      app: "incentives",
      description: "Demo data of incentives.",
      createClient: (adapter) => new PrismaClient({ adapter }),
      createTools: ({ database }): Database<Prisma.TransactionClient> => database,
      createCommands: (run) => [demoCommand(run)],
    },
    words,
    environment,
    terminal,
  );
}
