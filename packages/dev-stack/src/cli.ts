import path from "node:path";
import { pathToFileURL } from "node:url";
import { commandEnvironment } from "./cli/command-environment.js";
import { isSystemCommand, runSystemCommand, systemCommands } from "./cli/system-commands.js";
import { givenWorkspaces, requireWorkspace } from "./cli/workspaces.js";
import { type App, findApps, repository, workspace } from "./supervisor/apps.js";
import { isLocked } from "./supervisor/instance-lock.js";
import { readSettings } from "./supervisor/settings.js";
import { readSystem, type SystemDescription } from "./supervisor/system-file.js";

// No app contains the commands that manage the NATS event streams, so this file lists them separately.
const eventCommands = { events: "manage dead letters (events that could not be processed), and publish events again" };

export async function runCommand(words: readonly string[]): Promise<number> {
  const apps = findApps();
  const [noun, verb] = words;
  if (noun === undefined || noun === "help" || noun === "--help" || noun === "-h") {
    console.log(help(apps));
    return noun === undefined ? 1 : 0;
  }
  const owner = ownerOf(apps, noun, verb);
  if (isSystemCommand(noun, verb)) return complete(() => runSystemCommand(words).then(() => 0));
  if (!owner && !Object.hasOwn(eventCommands, noun)) {
    console.error(`Unknown command "${noun}".\n\n${help(apps)}`);
    return 1;
  }
  return complete(() => run(apps, owner, words));
}

/** Prints the message of an error. Returns the exit code. */
async function complete(work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return 1;
  }
}

/** Finds the app that has the command `<noun> <verb>`. For an unknown verb, returns an app that has a command with this noun. */
function ownerOf(apps: readonly App[], noun: string, verb: string | undefined): App | undefined {
  const has = (isIt: (command: string) => boolean) => apps.find(({ commands }) => Object.keys(commands).some(isIt));
  return has((command) => command === `${noun} ${verb}` || command === noun) ?? has((command) => command.startsWith(`${noun} `));
}

async function run(apps: readonly App[], owner: App | undefined, words: readonly string[]): Promise<number> {
  const { dataDirectory, ...settings } = readSettings(process.env, repository);
  const asksForHelp = words.includes("--help") || words.includes("-h");
  // After a kill, DATA_DIR/offergraph.json may describe a stopped system.
  const system = isLocked(dataDirectory) ? readSystem(dataDirectory) : undefined;
  const hasTarget = owner ? settings.databaseUrl : settings.natsUrl;
  if (!system && !hasTarget && !asksForHelp) {
    throw new Error(
      `Offergraph is not running with the data directory ${dataDirectory}. Run "npm start" in another terminal, set DATA_DIR to the right directory, ` +
        "or set DATABASE_URL and NATS_URL to the PostgreSQL and NATS servers that Offergraph uses.",
    );
  }
  if (system && owner) await requireWorkspaces(apps, owner, system, words);
  if (system) Object.assign(process.env, commandEnvironment(owner?.name ?? "events", system, dataDirectory, process.env));
  // Paths are relative to the folder in which the user runs npm.
  process.chdir(process.env.INIT_CWD ?? process.cwd());
  const script = owner ? path.join(owner.directory, "dist/admin.js") : path.join(repository, "packages/dev-stack/dist/events-cli.js");
  return runHere(script, words);
}

/** Rejects unknown workspaces. The commands of the workspace service check the workspace themselves. */
async function requireWorkspaces(apps: readonly App[], owner: App, system: SystemDescription, words: readonly string[]): Promise<void> {
  const keys = apps.find((app) => app.name === workspace);
  if (!keys || owner === keys) return;
  for (const id of givenWorkspaces(words, process.env))
    if (id !== system.workspaceId) await requireWorkspace(keys, system.databaseUrls[keys.name] ?? "", id);
}

/** Runs the script in this process, which receives the user's signals. The script reads process.argv and sets process.exitCode. */
async function runHere(script: string, words: readonly string[]): Promise<number> {
  process.argv = [process.execPath, script, ...words];
  await import(pathToFileURL(script).href);
  return Number(process.exitCode ?? 0);
}

function help(apps: readonly App[]): string {
  const all = [...apps.flatMap((app) => Object.entries(app.commands)), ...Object.entries({ ...eventCommands, ...systemCommands })];
  const lines = all.sort(([left], [right]) => (left < right ? -1 : 1)).map(([noun, about]) => `  ${noun.padEnd(18)} ${about}`);
  return `Usage: npm run offergraph -- admin <command> [--json]

${lines.join("\n")}

Add --help to a command to list its subcommands and options. Without --workspace, commands act on the demo workspace.`;
}
