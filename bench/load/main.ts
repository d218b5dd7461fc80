import { runCommand } from "./command.js";

// npm changes the working directory, but arguments are relative to the original directory.
process.chdir(process.env.INIT_CWD ?? process.cwd());
process.exitCode = await runCommand(process.argv.slice(2), process.env, process.stderr);
