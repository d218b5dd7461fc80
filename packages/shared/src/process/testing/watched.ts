import { startWatchdog } from "../watchdog.js";

// A process with a watchdog. The arguments are the watchdog's limit, and how long the process blocks its event loop, both in seconds.
const [silenceSeconds = 0, blockedSeconds = 0] = process.argv.slice(2).map(Number);
startWatchdog({ service: "watched", silenceSeconds });
process.stdout.write("ready\n");
setTimeout(() => {
  const end = Date.now() + blockedSeconds * 1000;
  while (Date.now() < end);
  process.stdout.write("done\n");
  process.exit(0);
}, 1_000);
