// `npm run offergraph -- <command>` builds the CLI if the build is outdated, and runs the command. `admin` commands use the databases of
// the running system, `status` reads its metrics, and `schema check` uses the schemas of this repository. `backup` and `restore` are short
// forms of `admin backup` and `admin restore`. All other commands use the API with a key.
// package.json uses exec to replace the shell with this process. npm sends signals only to the shell, which would not forward signals.
import { ensureSystemInstalled } from "./ensure-installed.mjs";

await ensureSystemInstalled();
const { prepare } = await import("./prepare.mjs");
await prepare();
const [first, ...words] = process.argv.slice(2);
if (first === "admin" || first === "backup" || first === "restore") {
  const { runCommand } = await import("../packages/dev-stack/dist/cli.js");
  process.exitCode = await runCommand(first === "admin" ? words : [first, ...words]);
} else if (first === "status") {
  const { runStatus } = await import("../packages/dev-stack/dist/status.js");
  process.exitCode = await runStatus(words);
} else if (first === "schema" && words[0] !== "status") {
  process.chdir(process.env.INIT_CWD ?? process.cwd());
  await import("../apps/gateway/dist/admin.js");
} else {
  // npm changes the working directory, but paths in arguments are relative to the directory in which the user ran npm.
  process.chdir(process.env.INIT_CWD ?? process.cwd());
  await import("../packages/cli/dist/offergraph.cjs");
}
