import { runProgram, type Terminal } from "@offergraph/service/cli/program";
import type { Database } from "@offergraph/service/tx/database";
import { runCommand } from "@offergraph/service/tx/run-command";
import type { Screen } from "@offergraph/shared/cli/progress";
import { type Prisma, PrismaClient } from "../generated/prisma/client.js";
import { campaignCommands } from "./campaign.js";
import { connectionCommands } from "./connection.js";
import { demoCommand } from "./demo.js";
import { importCommands } from "./import.js";
import { partnerCommands } from "./partner.js";
import type { Tools } from "./tools.js";

/**
 * Runs a command and returns its exit code. `environment` contains DATABASE_URL and the variables that `storeAdminEnv` reads. `screen`
 * shows progress.
 */
export function runAdmin(words: readonly string[], environment: NodeJS.ProcessEnv, terminal: Terminal, screen?: Screen): Promise<number> {
  return runProgram(
    {
      app: "discounts",
      directory: new URL("../../", import.meta.url),
      description: "Manages connections, partners, campaigns and imports.",
      createClient: (adapter) => new PrismaClient({ adapter }),
      createTools: (deps): Tools => {
        const database: Database<Prisma.TransactionClient> = deps.database;
        return { write: (options, effect) => runCommand(database, options, effect), database, environment };
      },
      createCommands: (run) => [
        connectionCommands(run),
        partnerCommands(run),
        campaignCommands(run),
        importCommands(run, screen),
        demoCommand(run),
      ],
    },
    words,
    environment,
    terminal,
  );
}
