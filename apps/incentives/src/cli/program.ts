import { runProgram, type Terminal } from "@offergraph/service/cli/program";
import { workspaceWriter } from "@offergraph/service/db/write";
import { systemClock } from "@offergraph/shared/time/clock";
import { PrismaClient } from "../generated/prisma/client.js";
import { demoCommand } from "./demo.js";
import type { Tools } from "./tools.js";

/** Runs one admin command and returns its exit code. `environment` has DATABASE_URL of the service's database. */
export function runAdmin(words: readonly string[], environment: NodeJS.ProcessEnv, terminal: Terminal): Promise<number> {
  return runProgram(
    {
      app: "incentives",
      description: "Demo data of incentives.",
      createClient: (adapter) => new PrismaClient({ adapter }),
      createTools: (prisma, log): Tools => ({ writer: workspaceWriter(prisma, log), clock: systemClock }),
      createCommands: (run) => [demoCommand(run)],
    },
    words,
    environment,
    terminal,
  );
}
