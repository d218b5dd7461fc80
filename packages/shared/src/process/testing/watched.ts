import { startWatchdog } from "../watchdog.js";

// A process with a watchdog. The first argument is the watchdog's limit in seconds. The second argument is the time in seconds for which
// the process blocks its event loop.
const [silenceSeconds = 0, blockedSeconds = 0] = process.argv.slice(2).map(Number);
startWatchdog({ service: "watched", silenceSeconds });
process.stdout.write("ready\n");
setTimeout(() => {
  const end = Date.now() + blockedSeconds * 1000;
  while (Date.now() < end);
  process.stdout.write("done\n");
  process.exit(0);
}, 1_000);
