import { constants, setPriority } from "node:os";
import { runAdmin } from "./cli/program.js";

// Lowers the import's CPU priority, to protect services on the same machine.
if (process.argv[2] === "import") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const { stdin, stderr } = process;
const screen = stderr.isTTY ? { output: stderr, input: stdin.isTTY ? stdin : undefined } : undefined;
process.exitCode = await runAdmin(process.argv.slice(2), process.env, { out: console.log, error: console.error }, screen);
