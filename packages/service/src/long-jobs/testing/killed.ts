import { jobRunner } from "./runner.js";

// Runs the jobs of a database until a step kills this process. Arguments: the database's URL and the maximum number of attempts.
const [url = "", maxAttempts] = process.argv.slice(2);
jobRunner(url).start({
  steps: {
    KILL: async () => {
      process.kill(process.pid, "SIGKILL");
      return new Promise(() => undefined);
    },
  },
  limits: { maxAttempts: Number(maxAttempts) },
});
