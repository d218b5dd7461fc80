import { runAdmin } from "./cli/program.js";

process.exitCode = await runAdmin(process.argv.slice(2), process.env, { out: console.log, error: console.error });
