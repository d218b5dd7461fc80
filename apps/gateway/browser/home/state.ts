/** The response of /health/ready. */
export interface Readiness {
  status: string;
  checks: Record<string, boolean>;
}

export interface StateLine {
  passes: boolean;
  text: string;
}

/** Maps each readiness check to the texts for success and failure. */
const texts: Readonly<Record<string, readonly [passes: string, fails: string]>> = {
  database: [
    "The gateway can read API keys from the database.",
    "The gateway cannot read API keys. The database does not respond, or the workspace service has not yet migrated the database.",
  ],
  accepting: ["The gateway accepts requests.", "The gateway is stopping and accepts no requests."],
};
const unreachable: StateLine = { passes: false, text: "This page cannot reach the gateway." };

/** Describes the result of each readiness check. Without a response, returns one line: the page cannot reach the gateway. */
export function stateLines(found: Readiness | undefined): StateLine[] {
  if (!found?.checks) return [unreachable];
  return Object.entries(found.checks).map(([name, passes]) => {
    const [good, bad] = texts[name] ?? [`The check "${name}" passes.`, `The check "${name}" fails.`];
    return { passes, text: passes ? good : bad };
  });
}
