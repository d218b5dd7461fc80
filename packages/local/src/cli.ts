import path from "node:path";
import { pathToFileURL } from "node:url";
import { commandEnvironment } from "./cli/command-environment.js";
import { givenWorkspaces } from "./cli/given-workspaces.js";
import { requireWorkspace } from "./cli/require-workspace.js";
import { type App, findApps, gateway, repository } from "./supervisor/apps.js";
import { isLocked } from "./supervisor/instance-lock.js";
import { readSettings } from "./supervisor/settings.js";
import { readSystem, type SystemDescription } from "./supervisor/system-file.js";

// What has no app of its own: it belongs to the streams between them.
const eventCommands = { events: "dead letters of the event streams: list, show and replay them" };

/** The admin CLI: finds who knows the noun and runs it there. Gives the exit code. */
export async function runCommand(words: readonly string[]): Promise<number> {
  const apps = findApps();
  const [noun, verb] = words;
  if (noun === undefined || noun === "help" || noun === "--help" || noun === "-h") {
    console.log(help(apps));
    return noun === undefined ? 1 : 0;
  }
  const owner = ownerOf(apps, noun, verb);
  if (!owner && !Object.hasOwn(eventCommands, noun)) {
    console.error(`There is no command "${noun}".\n\n${help(apps)}`);
    return 1;
  }
  try {
    return await run(apps, owner, words);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return 1;
  }
}

/** The app whose noun it is; of a noun that apps share, the one whose verb it is, else any of them: it says what there is. */
function ownerOf(apps: readonly App[], noun: string, verb: string | undefined): App | undefined {
  const has = (isIt: (command: string) => boolean) => apps.find(({ commands }) => Object.keys(commands).some(isIt));
  return has((command) => command === `${noun} ${verb}` || command === noun) ?? has((command) => command.startsWith(`${noun} `));
}

async function run(apps: readonly App[], owner: App | undefined, words: readonly string[]): Promise<number> {
  const { dataDirectory, ...settings } = readSettings(process.env, repository);
  const asksForHelp = words.includes("--help") || words.includes("-h");
  // A run that was killed leaves its file behind.
  const system = isLocked(dataDirectory) ? readSystem(dataDirectory) : undefined;
  const isToldWhere = owner ? settings.databaseUrl : settings.natsUrl;
  if (!system && !isToldWhere && !asksForHelp) {
    throw new Error(
      `Nothing runs on ${dataDirectory}. Start it with "npm start" (in another terminal), or set DATA_DIR to where it runs, ` +
        "or DATABASE_URL and NATS_URL to the service's own.",
    );
  }
  if (system && owner) await requireWorkspaces(apps, owner, system, words);
  if (system) Object.assign(process.env, commandEnvironment(owner?.name ?? "events", system, dataDirectory, process.env));
  // In the folder that the user stands in: `import discounts FILE.csv` is meant from there.
  process.chdir(process.env.INIT_CWD ?? process.cwd());
  return runHere(owner ? path.join(owner.directory, "dist/admin.js") : path.join(repository, "packages/local/dist/events-cli.js"), words);
}

/** The gateway's own commands say by themselves what they miss, and the system's workspace is there. */
async function requireWorkspaces(apps: readonly App[], owner: App, system: SystemDescription, words: readonly string[]): Promise<void> {
  const front = apps.find((app) => app.name === gateway);
  if (!front || owner === front) return;
  for (const id of givenWorkspaces(words, process.env))
    if (id !== system.workspaceId) await requireWorkspace(front, system.databaseUrls[front.name] ?? "", id);
}

/**
 * In this process, and not in one below it: so a signal reaches the command however it is sent, and leaves nothing behind. The script reads
 * process.argv, has done its work when it is loaded, and sets process.exitCode.
 */
async function runHere(script: string, words: readonly string[]): Promise<number> {
  process.argv = [process.execPath, script, ...words];
  await import(pathToFileURL(script).href);
  return Number(process.exitCode ?? 0);
}

function help(apps: readonly App[]): string {
  const all = [...apps.flatMap((app) => Object.entries(app.commands)), ...Object.entries(eventCommands)];
  const lines = all.sort(([left], [right]) => (left < right ? -1 : 1)).map(([noun, about]) => `  ${noun.padEnd(18)} ${about}`);
  return [
    "Usage: npm run offergraph -- <command> [--json]",
    "",
    ...lines,
    "",
    "Add --help to a command for its verbs and options. Without --workspace, commands act on the demo workspace.",
  ].join("\n");
}
