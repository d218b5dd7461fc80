import { runAdmin } from "./admin-program.js";

const { stdin, stderr } = process;
const screen = stderr.isTTY ? { output: stderr, input: stdin.isTTY ? stdin : undefined } : undefined;
process.exitCode = await runAdmin(process.argv.slice(2), process.env, { out: console.log, error: console.error }, screen);
