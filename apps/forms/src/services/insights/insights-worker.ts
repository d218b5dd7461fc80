import type { AnswerInsights, InsightInput } from "../../domain/insights.js";
import { createPool } from "../worker-pool/worker-pool.js";

// Maximum duration of an extraction in milliseconds. Must be less than the consumer's transaction timeout, because the transaction waits
// for the result.
const wallMs = 25_000;
const entry = new URL("./worker.js", import.meta.url);

/** Extracts insights in a worker thread because loading the language model and reading long texts are slow. */
export function createInsightsWorker({ limitMs = 20_000 } = {}) {
  const pool = createPool({ name: "insights", entry, threads: 1, maxWaiting: 1000, memoryMb: 512, wallMs });
  return {
    /** Throws if the worker cannot read a response or takes too long. */
    extract: async (input: InsightInput) => (await pool.run(input, limitMs)) as AnswerInsights[],
    stop: () => pool.stop(),
  };
}
export type InsightsWorker = ReturnType<typeof createInsightsWorker>;
