import { runProgram, type Terminal } from "@offergraph/service/cli/program";
import { PrismaClient } from "../generated/prisma/client.js";
import { customerCommands } from "./customer.js";
import { demoCommand } from "./demo.js";
import type { Tools } from "./tools.js";

/** Runs an admin command and returns its exit code. `environment` has DATABASE_URL and the variables of env.ts. */
export function runAdmin(words: readonly string[], environment: NodeJS.ProcessEnv, terminal: Terminal): Promise<number> {
  return runProgram(
    {
      app: "forms",
      directory: new URL("../../", import.meta.url),
      description: "Commands that erase customer data or create demo data.",
      createClient: (adapter) => new PrismaClient({ adapter }),
      createTools: ({ log, pool, database }): Tools => ({ pool, database, log, environment }),
      createCommands: (run) => [customerCommands(run), demoCommand(run)],
    },
    words,
    environment,
    terminal,
  );
}
