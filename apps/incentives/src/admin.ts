import { runAdmin } from "./admin-program.js";

process.exitCode = await runAdmin(process.argv.slice(2), process.env, { out: console.log, error: console.error });
