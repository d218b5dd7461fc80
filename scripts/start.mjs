// `npm start` installs and builds, then starts the supervisor. Before the installation, the script can import only Node built-ins.
import { natsProblem } from "../packages/dev-stack/find-nats.mjs";
import { ensureInstalled } from "./ensure-installed.mjs";

const problem = natsProblem();
if (problem) {
  console.error(problem);
  process.exit(1);
}

const installMs = await ensureInstalled();
const started = performance.now();
const { prepare } = await import("./prepare.mjs");
const built = await prepare();
const { start } = await import("../packages/dev-stack/dist/start.js");
await start({ installMs, started, built: built === 0 ? "up to date" : `${built} packages` });
