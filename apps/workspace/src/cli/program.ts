import { runProgram, type Terminal } from "@offergraph/service/cli/program";
import type { Database } from "@offergraph/service/tx/database";
import { runCommand } from "@offergraph/service/tx/run-command";
import { type Prisma, PrismaClient } from "../generated/prisma/client.js";
import { keyCommands } from "./key.js";
import { memberCommands } from "./member.js";
import type { Tools } from "./tools.js";
import { workspaceCommands } from "./workspace.js";

/** `environment` must contain the service's DATABASE_URL. */
export function runAdmin(words: readonly string[], environment: NodeJS.ProcessEnv, terminal: Terminal): Promise<number> {
  return runProgram(
    {
      app: "workspace",
      directory: new URL("../../", import.meta.url),
      description: "Commands that manage workspaces, members and keys.",
      createClient: (adapter) => new PrismaClient({ adapter }),
      createTools: (deps): Tools => {
        const database: Database<Prisma.TransactionClient> = deps.database;
        return {
          write: (options, effect) => runCommand(database, options, effect),
          reader: (workspaceId) => (statement) => database.read(workspaceId, statement),
        };
      },
      createCommands: (run) => [workspaceCommands(run), memberCommands(run), keyCommands(run)],
    },
    words,
    environment,
    terminal,
  );
}
