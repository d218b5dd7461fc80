import { startWatchdog } from "../watchdog.js";

// A process with a watchdog. The first argument is the watchdog's limit, and the second argument is the time for which the process blocks
// its event loop. Both arguments are in seconds.
const [silenceSeconds = 0, blockedSeconds = 0] = process.argv.slice(2).map(Number);
startWatchdog({ service: "watched", silenceSeconds });
process.stdout.write("ready\n");
setTimeout(() => {
  const end = Date.now() + blockedSeconds * 1000;
  while (Date.now() < end);
  process.stdout.write("done\n");
  process.exit(0);
}, 1_000);
