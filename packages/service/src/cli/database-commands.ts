import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { jsonOption, time } from "@offergraph/shared/cli/options";
import type { CommandOutput } from "@offergraph/shared/cli/output";
import { readEnv, serviceEnv } from "@offergraph/shared/env/read-env";
import { createLogger, type Logger } from "@offergraph/shared/log/logger";
import { Command } from "commander";
import type pg from "pg";
import { restore } from "../backup/restore.js";
import { migrate } from "../db/migrate.js";
import { assertDatabase, createPool } from "../db/pool.js";
import { republishSince } from "../outbox/republish.js";

interface DatabaseCli {
  app: string;
  /** The app's directory with prisma/migrations. */
  directory: URL;
  environment: NodeJS.ProcessEnv;
  out(text: string): void;
}

interface Target {
  connectionString: string;
  migrationsDirectory: string;
  log: Logger;
}

interface Options {
  json: boolean;
}

/** Commands that every service has: `migrate`, `restore` and `events republish`. Only DATABASE_URL is required. */
export function databaseCommands({ app, directory, environment, out }: DatabaseCli): Command[] {
  const run = async (isJson: boolean, work: (target: Target) => Promise<CommandOutput>) => {
    const { DATABASE_URL, LOG_LEVEL } = readEnv({ DATABASE_URL: serviceEnv.DATABASE_URL, LOG_LEVEL: serviceEnv.LOG_LEVEL }, environment);
    const migrationsDirectory = fileURLToPath(new URL("prisma/migrations", directory));
    const log = createLogger(`${app}-admin`, isJson ? "silent" : LOG_LEVEL);
    const { json, text } = await work({ connectionString: DATABASE_URL, migrationsDirectory, log });
    out(isJson ? JSON.stringify(json) : text);
  };
  return [migrateCommand(run), restoreCommand(app, run), eventsCommand(run)];
}

type RunDatabase = (isJson: boolean, work: (target: Target) => Promise<CommandOutput>) => Promise<void>;

function migrateCommand(run: RunDatabase): Command {
  return new Command("migrate")
    .description("applies the pending migrations of this release; the previous release of the service can run meanwhile")
    .addOption(jsonOption())
    .action(({ json }: Options) =>
      run(json, async (target) => {
        await withPool(target, assertDatabase);
        const applied = await migrate(target);
        return { json: { applied }, text: applied.length > 0 ? `Applied: ${applied.join(", ")}.` : "No migrations are pending." };
      }),
    );
}

function restoreCommand(service: string, run: RunDatabase): Command {
  return new Command("restore")
    .description("restores the service's database from a backup; the database must be empty, and the service must not run")
    .argument("<folder>", "the folder of the backup")
    .addOption(jsonOption())
    .action((folder: string, { json }: Options) =>
      run(json, async (target) => {
        const restored = await restore({ ...target, service, folder: resolve(folder) });
        const { createdAt, tables, rows } = restored;
        return { json: restored, text: `Restored ${service} from the backup of ${createdAt}: ${tables} tables, ${rows} rows.` };
      }),
    );
}

function eventsCommand(run: RunDatabase): Command {
  const events = new Command("events").description("manages the events that the service has published");
  events
    .command("republish")
    .description("publishes the events since a time again; consumers skip the events that they have processed")
    .requiredOption("--since <time>", "publication time, for example 2026-11-28T10:00:00Z", time)
    .addOption(jsonOption())
    .action(({ since, json }: Options & { since: Date }) =>
      run(json, (target) =>
        withPool(target, async (pool) => {
          const query = async <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) =>
            (await pool.query<Row>(text, values)).rows;
          const republished = await republishSince({ query }, since);
          return { json: { republished }, text: `The service publishes ${republished} events again.` };
        }),
      ),
    );
  return events;
}

async function withPool<Result>({ connectionString, log }: Target, work: (pool: pg.Pool) => Promise<Result>): Promise<Result> {
  const pool = createPool({ connectionString, max: 1, applicationName: "offergraph-admin", log, statementTimeout: 0 });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}
