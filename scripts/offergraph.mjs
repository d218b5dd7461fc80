// `npm run offergraph -- <command>` builds the admin CLI if the build is outdated, and runs the command.
// package.json uses exec to replace the shell with this process. npm sends signals only to the shell, which would not forward signals.
import { ensureInstalled } from "./ensure-installed.mjs";

await ensureInstalled();
const { prepare } = await import("./prepare.mjs");
await prepare();
const { runCommand } = await import("../packages/dev-stack/dist/cli.js");
process.exitCode = await runCommand(process.argv.slice(2));
