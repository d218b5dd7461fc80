// Compares the validation of answers in worker threads with validation on the event loop. The service uses worker threads.
//   npx tsx --conditions=source bench/forms-threads.ts [times]
// Prints three values in milliseconds per POST or PATCH: CPU time of the process with all threads, event loop time, and elapsed time.
import { performance } from "node:perf_hooks";
import { Violations } from "@offergraph/shared/errors/user-error";
import { createLogger } from "@offergraph/shared/log/logger";
import { checkAnswers } from "../apps/forms/src/services/surveys/check-answers.js";
import { createSurveys } from "../apps/forms/src/services/surveys/surveys.js";
import { model } from "../e2e/src/hosted-form.js";

const times = Number(process.argv[2] ?? 500);
const path = ["answers"];
const answers = {
  stars: 4,
  way: "A search",
  story: "The soup was warm.",
  email: "ada@example.com",
  country: "Italy",
  drinks: ["Filter"],
  again: true,
  parts: { Taste: "Good", Service: "Bad" },
  order: ["Taste", "Price", "Speed"],
};
const variant = { rowId: "v", formId: "f", version: 1, rules: 1, createdAt: "2026-06-01T12:00:00.000Z", model };
const surveys = createSurveys(createLogger("bench", "silent"));
const cpu = () => Object.values(process.cpuUsage()).reduce((sum, micros) => sum + micros / 1000, 0);

async function measure(what: string, check: () => unknown): Promise<void> {
  for (let warm = 0; warm < times; warm += 1) await check();
  const [usedBefore, loopBefore, began] = [cpu(), performance.eventLoopUtilization(), performance.now()];
  for (let run = 0; run < times; run += 1) {
    await check();
    await new Promise(setImmediate);
  }
  const each = (ms: number) => (ms / times).toFixed(2);
  const loop = performance.eventLoopUtilization(loopBefore).active;
  console.log(`${what}: CPU ${each(cpu() - usedBefore)}, event loop ${each(loop)}, took ${each(performance.now() - began)}`);
}

for (const ends of [false, true]) {
  const name = ends ? "PATCH with the outcome" : "POST";
  await measure(`${name}, on the loop`, () => checkAnswers(model, answers, ends, path, new Violations()));
  await measure(`${name}, in threads`, () => surveys.checkAnswers({ workspaceId: "w", variant, answers, ends }, path, new Violations()));
}
await surveys.stop();
