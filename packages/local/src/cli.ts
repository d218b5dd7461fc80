import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { type App, findApps, repository } from "./supervisor/apps.js";
import { isLocked } from "./supervisor/instance-lock.js";
import { sandboxStoreAccess } from "./supervisor/sandbox-store.js";
import { readSettings, type Settings } from "./supervisor/settings.js";
import { signingKey } from "./supervisor/signing-key.js";
import { readSystem, type SystemDescription } from "./supervisor/system-file.js";

// What has no app of its own: it belongs to the streams between them.
const eventCommands = { events: "dead letters of the event streams: list, show and replay them" };

/** The admin CLI: finds who knows the noun and runs it there. Gives the exit code. */
export async function runCommand(words: readonly string[]): Promise<number> {
  const apps = findApps();
  const [noun] = words;
  if (noun === undefined || noun === "help" || noun === "--help" || noun === "-h") {
    console.log(help(apps));
    return noun === undefined ? 1 : 0;
  }
  const owner = apps.find((app) => Object.hasOwn(app.commands, noun));
  if (!owner && !Object.hasOwn(eventCommands, noun)) {
    console.error(`There is no command "${noun}".\n\n${help(apps)}`);
    return 1;
  }
  try {
    return await run(owner, words);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return 1;
  }
}

async function run(owner: App | undefined, words: readonly string[]): Promise<number> {
  const settings = readSettings(process.env, repository);
  const asksForHelp = words.includes("--help") || words.includes("-h");
  // A run that was killed leaves its file behind.
  const system = isLocked(settings.dataDirectory) ? readSystem(settings.dataDirectory) : undefined;
  const name = owner?.name ?? "events";
  const environment = { ...process.env, ...commandEnvironment(name, settings, system, asksForHelp) };
  const script = owner ? path.join(owner.directory, "dist/admin.js") : path.join(repository, "packages/local/dist/events-cli.js");
  // In the folder that the user stands in: `import discounts FILE.csv` is meant from there.
  const folder = process.env.INIT_CWD ?? process.cwd();
  const child = spawn(process.execPath, [script, ...words], { cwd: folder, env: environment, stdio: "inherit" });
  // Ctrl-C reaches the command by itself; we stay to pass its exit code on.
  const ignore = () => undefined;
  process.on("SIGINT", ignore);
  const [code] = await once(child, "exit");
  process.off("SIGINT", ignore);
  return code ?? 1;
}

function commandEnvironment(name: string, settings: Settings, system: SystemDescription | undefined, asksForHelp: boolean) {
  if (system) {
    return {
      DATABASE_URL: system.databaseUrls[name] ?? "",
      NATS_URL: system.natsUrl,
      GATEWAY_SIGNING_KEY: settings.signingKey ?? signingKey(settings.dataDirectory),
      OUTBOUND_ALLOW_PRIVATE: settings.outboundAllowPrivate,
      ...sandboxStoreAccess(settings.dataDirectory, system.sandboxStoreUrl),
      OFFERGRAPH_WORKSPACE: process.env.OFFERGRAPH_WORKSPACE ?? system.workspaceId,
    };
  }
  const isGiven = name === "events" ? settings.natsUrl : settings.databaseUrl;
  if (isGiven || asksForHelp) return {};
  throw new Error(
    `Nothing runs on ${settings.dataDirectory}. Start it with "npm start" (in another terminal), or set DATA_DIR to where it runs, ` +
      "or DATABASE_URL and NATS_URL to the service's own.",
  );
}

function help(apps: readonly App[]): string {
  const all = [...apps.flatMap((app) => Object.entries(app.commands)), ...Object.entries(eventCommands)];
  const lines = all.sort(([left], [right]) => (left < right ? -1 : 1)).map(([noun, about]) => `  ${noun.padEnd(12)} ${about}`);
  return [
    "Usage: npm run offergraph -- <command> [--json]",
    "",
    ...lines,
    "",
    "Add --help to a command for its verbs and options. Without --workspace, commands act on the demo workspace.",
  ].join("\n");
}
