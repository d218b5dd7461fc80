import { writeFile } from "node:fs/promises";
import { onStopRequest } from "@offergraph/shared/cli/stop-request";
import { CommanderError } from "commander";
import { runLoadTest } from "./load-test.js";
import { readSettings } from "./program.js";
import { renderReport } from "./report/html.js";
import { LoadError } from "./settings.js";
import { summarize } from "./summary.js";

/** Runs the load test. Returns the exit code: 0 for success, 1 for a broken threshold, 2 if the load test could not run. */
async function main(words: readonly string[]): Promise<number> {
  const stopRequest = onStopRequest();
  try {
    const settings = readSettings(words, process.env);
    const result = await runLoadTest(settings, process.stderr, stopRequest.signal);
    console.log(summarize(result));
    await writeFile(settings.reportFile, renderReport(result));
    if (settings.jsonFile !== undefined) await writeFile(settings.jsonFile, `${JSON.stringify(result, null, 2)}\n`);
    console.log(`\nReport: ${settings.reportFile}`);
    return result.verdicts.every(({ isMet }) => isMet) ? 0 : 1;
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

// npm changes the working directory, but arguments are relative to the original directory.
process.chdir(process.env.INIT_CWD ?? process.cwd());
process.exitCode = await main(process.argv.slice(2));
