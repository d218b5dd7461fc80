import { runProgram, type Terminal } from "@offergraph/service/cli/program";
import { systemClock } from "@offergraph/shared/time/clock";
import { PrismaClient } from "../generated/prisma/client.js";
import { KeyStore } from "../keys/store.js";
import { keyCommands } from "./key-commands.js";
import { memberCommands, workspaceCommands } from "./workspace-commands.js";

/** Runs one admin command and returns its exit code. `environment` must contain the gateway's DATABASE_URL. */
export function runAdmin(words: readonly string[], environment: NodeJS.ProcessEnv, terminal: Terminal): Promise<number> {
  return runProgram(
    {
      app: "gateway",
      description: "Workspaces, members and keys.",
      createClient: (adapter) => new PrismaClient({ adapter }),
      createTools: ({ client }) => new KeyStore(client, systemClock),
      createCommands: (run) => [workspaceCommands(run), memberCommands(run), keyCommands(run)],
    },
    words,
    environment,
    terminal,
  );
}
