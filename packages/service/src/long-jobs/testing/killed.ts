import { ManualClock } from "@offergraph/shared/time/clock";
import { jobRunner } from "./runner.js";

// Runs the jobs of a database until a step kills this process. Arguments: the database's URL, the maximum number of attempts and the time
// of the clock.
const [url = "", maxAttempts, now = ""] = process.argv.slice(2);
jobRunner(url, new ManualClock(now)).start({
  steps: {
    KILL: async () => {
      process.kill(process.pid, "SIGKILL");
      return new Promise(() => undefined);
    },
  },
  limits: { maxAttempts: Number(maxAttempts) },
});
