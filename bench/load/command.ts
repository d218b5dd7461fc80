import { writeFile } from "node:fs/promises";
import { onStopRequest } from "@offergraph/shared/cli/stop-request";
import { CommanderError } from "commander";
import { runLoadTest } from "./load-test.js";
import { readSettings } from "./program.js";
import type { Output } from "./progress.js";
import { renderReport } from "./report/html.js";
import type { Result } from "./result.js";
import { LoadError } from "./settings.js";
import { summarize } from "./summary.js";

/**
 * Runs the load test and writes the reports. Returns the exit code: 0 for success, 1 for a broken threshold, 2 if the load test could not
 * run, 3 if created records may remain in the workspace.
 */
export async function runCommand(words: readonly string[], environment: NodeJS.ProcessEnv, progress: Output): Promise<number> {
  const stopRequest = onStopRequest();
  try {
    const settings = readSettings(words, environment);
    const result = await runLoadTest(settings, progress, stopRequest.signal);
    console.log(summarize(result));
    await writeFile(settings.reportFile, renderReport(result));
    if (settings.jsonFile !== undefined) await writeFile(settings.jsonFile, `${JSON.stringify(result, null, 2)}\n`);
    console.log(`\nReport: ${settings.reportFile}`);
    return exitCodeOf(result);
  } catch (error) {
    // Commander has already printed the error message.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (!(error instanceof LoadError)) throw error;
    console.error(error.message);
    return 2;
  } finally {
    stopRequest.dispose();
  }
}

function exitCodeOf({ remaining, verdicts }: Result): number {
  if (remaining) return 3;
  return verdicts.every(({ isMet }) => isMet) ? 0 : 1;
}
