import { constants, setPriority } from "node:os";
import { runAdmin } from "./cli/program.js";

// An import must not slow down the services on the same machine.
if (process.argv[2] === "import") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const { stdin, stderr } = process;
const screen = stderr.isTTY ? { output: stderr, input: stdin.isTTY ? stdin : undefined } : undefined;
process.exitCode = await runAdmin(process.argv.slice(2), process.env, { out: console.log, error: console.error }, screen);
