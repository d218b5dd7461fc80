// `npm start [-- --observe]` installs and builds, then starts the supervisor. With --observe, Prometheus reads the metrics of all processes.
// Until dependencies are installed, only Node built-ins can be imported.
import { natsProblem } from "../packages/dev-stack/find-nats.mjs";
import { ensureSystemInstalled } from "./ensure-installed.mjs";

const problem = natsProblem();
if (problem) {
  console.error(problem);
  process.exit(1);
}

const installMs = await ensureSystemInstalled();
const started = performance.now();
const { prepare } = await import("./prepare.mjs");
const built = await prepare();
const { start } = await import("../packages/dev-stack/dist/start.js");
const observes = process.argv.includes("--observe");
await start({ installMs, observes, started, built: built === 0 ? "up to date" : `${built} packages` });
