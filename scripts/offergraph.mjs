// `npm run offergraph -- <command>`: the admin CLI, built first when it is out of step.
// package.json runs it with exec: npm sends a signal to its shell alone, which would pass none on to us.
import { ensureInstalled } from "./ensure-installed.mjs";

await ensureInstalled();
const { prepare } = await import("./prepare.mjs");
await prepare();
const { runCommand } = await import("../packages/local/dist/cli.js");
process.exitCode = await runCommand(process.argv.slice(2));
