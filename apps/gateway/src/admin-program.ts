import { prismaAdapter } from "@offergraph/shared/database/adapter";
import { createPool } from "@offergraph/shared/database/pool";
import { readEnv, serviceEnv } from "@offergraph/shared/env/read-env";
import { createLogger } from "@offergraph/shared/log/logger";
import { systemClock } from "@offergraph/shared/time/clock";
import { Command, CommanderError } from "commander";
import type { Run } from "./admin-output.js";
import { PrismaClient } from "./generated/prisma/client.js";
import { keyCommands } from "./key-commands.js";
import { keyStore } from "./keys/store.js";
import { memberCommands } from "./member-commands.js";
import { workspaceCommands } from "./workspace-commands.js";

/** Where answers and complaints go, line by line. */
export interface Terminal {
  out(text: string): void;
  error(text: string): void;
}

/** Runs one admin command; gives the exit code. `environment`: DATABASE_URL of the gateway's database. */
export async function runAdmin(words: readonly string[], environment: NodeJS.ProcessEnv, { out, error }: Terminal): Promise<number> {
  /** Connects only for a command that runs, so that --help needs no database. */
  const run: Run = async (isJson, work) => {
    const env = readEnv({ DATABASE_URL: serviceEnv.DATABASE_URL }, environment);
    const log = createLogger("gateway-admin", "silent");
    const pool = createPool({ connectionString: env.DATABASE_URL, max: 2, applicationName: "gateway-admin", log });
    const prisma = new PrismaClient({ adapter: prismaAdapter(pool) });
    try {
      const { json, text } = await work(keyStore(prisma, systemClock));
      out(isJson ? JSON.stringify(json) : text);
    } finally {
      await prisma.$disconnect();
      await pool.end();
    }
  };
  const program = new Command("offergraph").description("Workspaces, members and keys.");
  for (const noun of [workspaceCommands(run), memberCommands(run), keyCommands(run)]) program.addCommand(noun);
  prepare(program, { out, error });
  try {
    await program.parseAsync(words, { from: "user" });
    return 0;
  } catch (thrown) {
    // Commander has told its own complaints by itself.
    if (thrown instanceof CommanderError) return thrown.exitCode;
    error(messageOf(thrown));
    return 1;
  }
}

function prepare(command: Command, { out, error }: Terminal): void {
  command.exitOverride().showHelpAfterError("(add --help for what there is)");
  command.configureOutput({ writeOut: (text) => out(text.trimEnd()), writeErr: (text) => error(text.trimEnd()) });
  for (const child of command.commands) prepare(child, { out, error });
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as { code?: unknown };
  if (code === "P2021") return "The database has no tables yet: start the gateway once, it migrates.";
  if (code === "ECONNREFUSED" || code === "P1001") return "The database at DATABASE_URL cannot be reached.";
  return error.message;
}
