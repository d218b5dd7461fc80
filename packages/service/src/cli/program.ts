import type { Run } from "@offergraph/shared/cli/output";
import { readEnv, serviceEnv } from "@offergraph/shared/env/read-env";
import { createLogger, type Logger } from "@offergraph/shared/log/logger";
import { systemClock } from "@offergraph/shared/time/clock";
import { PrismaPg } from "@prisma/adapter-pg";
import type { SqlDriverAdapterFactory } from "@prisma/driver-adapter-utils";
import { Command, CommanderError } from "commander";
import type pg from "pg";
import { createPool } from "../db/pool.js";
import { createDatabase, type Database } from "../tx/database.js";
import { databaseCommands } from "./database-commands.js";

export interface Terminal {
  out(text: string): void;
  error(text: string): void;
}

export interface CommandDeps<Client> {
  /** The app's Prisma client. The queries of this client run outside of the transactions of `database`. */
  client: Client;
  log: Logger;
  pool: pg.Pool;
  database: Database<never>;
}

/** An app's admin commands. */
export interface AdminProgram<Client extends { $disconnect(): Promise<void> }, Tools> {
  app: string;
  /** The app's directory with prisma/migrations. */
  directory: URL;
  description: string;
  createClient(adapter: SqlDriverAdapterFactory): Client;
  createTools(deps: CommandDeps<Client>): Tools;
  createCommands(run: Run<Tools>): Command[];
}

/**
 * Runs one admin command and returns the exit code. `environment` contains the app's DATABASE_URL and the variables that its commands read.
 */
export async function runProgram<Client extends { $disconnect(): Promise<void> }, Tools>(
  { app, directory, description, createClient, createTools, createCommands }: AdminProgram<Client, Tools>,
  words: readonly string[],
  environment: NodeJS.ProcessEnv,
  { out, error }: Terminal,
): Promise<number> {
  let code = 0;
  let operation = "";
  /** Connects only when a command runs, so that --help works without a database. */
  const run: Run<Tools> = async (isJson, work) => {
    const env = readEnv({ DATABASE_URL: serviceEnv.DATABASE_URL }, environment);
    const log = createLogger(`${app}-admin`, "silent");
    const pool = createPool({ connectionString: env.DATABASE_URL, max: 2, applicationName: `${app}-admin`, log });
    const client = createClient(new PrismaPg(pool));
    // The command is a separate process and cannot notify the service's outbox relay. The relay finds the new events by polling.
    const plain = createDatabase<never>({ pool, createClient, log, clock: systemClock, notify: () => undefined });
    const database = audited(plain, operation);
    try {
      const { json, text, exitCode = 0 } = await work(createTools({ client, log, pool, database }));
      out(isJson ? JSON.stringify(json) : text);
      code = exitCode;
    } finally {
      await client.$disconnect();
      await pool.end();
    }
  };
  const program = new Command("offergraph").description(description);
  const commands = [...createCommands(run), ...databaseCommands({ app, directory, environment, out })];
  for (const command of commands) program.addCommand(command);
  prepare(program, { out, error });
  program.hook("preAction", (_, command) => {
    operation = nameOf(command);
  });
  try {
    await program.parseAsync(words, { from: "user" });
    return code;
  } catch (thrown) {
    // Commander has already printed its own errors.
    if (thrown instanceof CommanderError) return thrown.exitCode;
    error(messageOf(thrown, app));
    return 1;
  }
}

/** Records those transactions of a command in the audit log that emit events. A command's other transactions only read. */
function audited(database: Database<never>, operation: string): Database<never> {
  return {
    ...database,
    transaction: (options, effect) =>
      database.transaction(options.emits?.length ? { ...options, audit: { operation, isCommand: true } } : options, effect),
  };
}

/** Returns for example `admin partner add`. */
function nameOf(command: Command): string {
  return command.parent ? `${nameOf(command.parent)} ${command.name()}` : "admin";
}

function prepare(command: Command, { out, error }: Terminal): void {
  command.exitOverride().showHelpAfterError("(use --help to list commands and options)");
  command.configureOutput({ writeOut: (text) => out(text.trimEnd()), writeErr: (text) => error(text.trimEnd()) });
  for (const child of command.commands) prepare(child, { out, error });
}

function messageOf(error: unknown, app: string): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as { code?: unknown };
  if (code === "P2021" || code === "42P01")
    return `A table is missing in the database. To create all tables, run "migrate" or start the service ${app}.`;
  if (code === "ECONNREFUSED" || code === "P1001")
    return "Cannot connect to the database at DATABASE_URL. Check that PostgreSQL is running and that DATABASE_URL is correct.";
  return error.message;
}
