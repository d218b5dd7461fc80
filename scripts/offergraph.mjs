// `npm run offergraph -- <command>`: builds the admin CLI if it is outdated, and runs it.
// package.json runs it with exec: npm signals only its shell, which would not forward the signal.
import { ensureInstalled } from "./ensure-installed.mjs";

await ensureInstalled();
const { prepare } = await import("./prepare.mjs");
await prepare();
const { runCommand } = await import("../packages/dev-stack/dist/cli.js");
process.exitCode = await runCommand(process.argv.slice(2));
