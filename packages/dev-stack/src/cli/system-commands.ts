import path from "node:path";
import { backUp } from "@offergraph/service/backup/backup";
import { describeBackup } from "@offergraph/service/backup/describe";
import { resetStreamsAt } from "@offergraph/service/messaging/make-streams";
import { Command } from "commander";
import { adminCommand } from "../supervisor/admin.js";
import { type App, findApps, gateway, repository } from "../supervisor/apps.js";
import { databases, databaseUrl } from "../supervisor/servers.js";
import { readSettings, type Settings } from "../supervisor/settings.js";
import { assertStopped, withNats, withPostgres } from "./admin-server.js";

/** Commands for all services together, with their descriptions. */
export const systemCommands: Readonly<Record<string, string>> = {
  backup: "back up the databases of all services",
  restore: "restore the databases of all services from a backup",
  migrate: "apply the pending migrations of all services",
};

/** True if this file defines the command, for example `events reset`. False for `events dlq`. */
export const isSystemCommand = (noun: string, verb: string | undefined): boolean =>
  Object.hasOwn(systemCommands, noun) || (noun === "events" && (verb === "republish" || verb === "reset"));

/** Runs a command for all services. Rejects with an Error that describes the failure. */
export async function runSystemCommand(words: readonly string[]): Promise<void> {
  const settings = readSettings(process.env, repository);
  const services = findApps().filter(({ name }) => name !== gateway);
  const program = new Command("offergraph").showHelpAfterError("(use --help to list options)");
  program
    .command("backup")
    .description(`${systemCommands.backup} to a new folder; the system can run meanwhile`)
    .argument("<folder>", "a new or empty folder")
    .action((folder: string) => backUpAll(settings, services, fromUser(folder)));
  program
    .command("restore")
    .description(`${systemCommands.restore}; the system must not run, and the databases must be empty`)
    .argument("<folder>", "the folder of the backup")
    .action((folder: string) => restoreAll(settings, services, fromUser(folder)));
  program
    .command("migrate")
    .description(`${systemCommands.migrate}; services of the previous release can run meanwhile`)
    .action(() => inEachDatabase(settings, services, ["migrate"]));
  const events = program.command("events").description("manage the events that services exchange");
  events
    .command("republish")
    .description("publish the events of all services since a time again; consumers skip the events that they have processed")
    .requiredOption("--since <time>", "publication time, for example 2026-11-28T10:00:00Z")
    .action(({ since }: { since: string }) => inEachDatabase(settings, services, ["events", "republish", "--since", since]));
  events
    .command("reset")
    .description("delete and create the event streams after a restore; stop the services first")
    .argument("[services...]", "only the streams and the consumers of these services")
    .action((names: string[]) => resetStreams(settings, names));
  await program.parseAsync([...words], { from: "user" });
}

/** Paths are relative to the folder in which the user runs npm. */
const fromUser = (folder: string): string => path.resolve(process.env.INIT_CWD ?? process.cwd(), folder);

async function backUpAll(settings: Settings, services: readonly App[], folder: string): Promise<void> {
  const manifest = await withPostgres(settings, ({ adminUrl }) =>
    backUp(new Map(services.map(({ name }) => [name, databaseUrl(adminUrl, name)])), folder),
  );
  console.log(describeBackup(manifest, folder));
}

async function restoreAll(settings: Settings, services: readonly App[], folder: string): Promise<void> {
  assertStopped(settings);
  await inEachDatabase(settings, services, ["restore", folder]);
  await withNats(settings, resetStreamsAt);
}

/** Runs the same admin command for each service, on the database of the service. Creates missing databases. */
async function inEachDatabase(settings: Settings, services: readonly App[], words: readonly string[]): Promise<void> {
  await withPostgres(settings, async ({ adminUrl, running }) => {
    const names = findApps().map(({ name }) => name);
    // If the system is running, does not call `databases`, which can change the database passwords of the services.
    const urls = running ? new Map(Object.entries(running.databaseUrls)) : await databases(adminUrl, names);
    for (const app of services) {
      const result = await adminCommand(app, words, { DATABASE_URL: urls.get(app.name) ?? "" }, new AbortController().signal);
      console.log(`${app.name.padEnd(12)} ${JSON.stringify(result)}`);
    }
  });
}

async function resetStreams(settings: Settings, names: readonly string[]): Promise<void> {
  assertStopped(settings);
  await withNats(settings, (url) => resetStreamsAt(url, names.length > 0 ? names : undefined));
  console.log("The services publish their stored events again when they start.");
}
