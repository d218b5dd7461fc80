import { constants, setPriority } from "node:os";
import { runAdmin } from "./admin-program.js";

// An import takes what the services next to it leave of the processors: people wait for those.
if (process.argv[2] === "import") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const { stdin, stderr } = process;
const screen = stderr.isTTY ? { output: stderr, input: stdin.isTTY ? stdin : undefined } : undefined;
process.exitCode = await runAdmin(process.argv.slice(2), process.env, { out: console.log, error: console.error }, screen);
