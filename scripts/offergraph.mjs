// `npm run offergraph -- <command>` builds the admin CLI if the build is outdated, and runs the command.
// package.json runs this file with exec, because npm sends signals only to its shell, which would not forward them.
import { ensureInstalled } from "./ensure-installed.mjs";

await ensureInstalled();
const { prepare } = await import("./prepare.mjs");
await prepare();
const { runCommand } = await import("../packages/dev-stack/dist/cli.js");
process.exitCode = await runCommand(process.argv.slice(2));
