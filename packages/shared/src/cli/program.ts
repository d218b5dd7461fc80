import { Command, CommanderError } from "commander";
import type pg from "pg";
import { prismaAdapter } from "../database/adapter.js";
import { createPool } from "../database/pool.js";
import { readEnv, serviceEnv } from "../env/read-env.js";
import { createLogger, type Logger } from "../log/logger.js";
import type { Run } from "./output.js";

/** Where answers and complaints go, line by line. */
export interface Terminal {
  out(text: string): void;
  error(text: string): void;
}

/** An app's admin commands. */
export interface AdminProgram<Client extends { $disconnect(): Promise<void> }, Tools> {
  /** The app's name. */
  app: string;
  description: string;
  /** Makes the app's generated Prisma client on the adapter. */
  createClient(adapter: ReturnType<typeof prismaAdapter>): Client;
  /** Makes what the commands work with. */
  createTools(client: Client, log: Logger, pool: pg.Pool): Tools;
  /** The commands, one for each noun. */
  createCommands(run: Run<Tools>): Command[];
}

/** Runs one admin command; gives the exit code. `environment`: DATABASE_URL of the app's database, and what its commands read. */
export async function runProgram<Client extends { $disconnect(): Promise<void> }, Tools>(
  { app, description, createClient, createTools, createCommands }: AdminProgram<Client, Tools>,
  words: readonly string[],
  environment: NodeJS.ProcessEnv,
  { out, error }: Terminal,
): Promise<number> {
  let code = 0;
  /** Connects only for a command that runs, so that --help needs no database. */
  const run: Run<Tools> = async (isJson, work) => {
    const env = readEnv({ DATABASE_URL: serviceEnv.DATABASE_URL }, environment);
    const log = createLogger(`${app}-admin`, "silent");
    const pool = createPool({ connectionString: env.DATABASE_URL, max: 2, applicationName: `${app}-admin`, log });
    const client = createClient(prismaAdapter(pool));
    try {
      const { json, text, exitCode = 0 } = await work(createTools(client, log, pool));
      out(isJson ? JSON.stringify(json) : text);
      code = exitCode;
    } finally {
      await client.$disconnect();
      await pool.end();
    }
  };
  const program = new Command("offergraph").description(description);
  for (const command of createCommands(run)) program.addCommand(command);
  prepare(program, { out, error });
  try {
    await program.parseAsync(words, { from: "user" });
    return code;
  } catch (thrown) {
    // Commander has told its own complaints by itself.
    if (thrown instanceof CommanderError) return thrown.exitCode;
    error(messageOf(thrown, app));
    return 1;
  }
}

function prepare(command: Command, { out, error }: Terminal): void {
  command.exitOverride().showHelpAfterError("(add --help for what there is)");
  command.configureOutput({ writeOut: (text) => out(text.trimEnd()), writeErr: (text) => error(text.trimEnd()) });
  for (const child of command.commands) prepare(child, { out, error });
}

function messageOf(error: unknown, app: string): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as { code?: unknown };
  if (code === "P2021" || code === "42P01") return `The database has no tables yet: start ${app} once, it migrates.`;
  if (code === "ECONNREFUSED" || code === "P1001") return "The database at DATABASE_URL cannot be reached.";
  return error.message;
}
