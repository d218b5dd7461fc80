import type { AnswerInsights, InsightInput } from "../../domain/insights.js";
import { createPool } from "../worker-pool/worker-pool.js";

/** Extracts insights in a worker thread: loading the language model and reading a long text would block the event loop. */
export interface InsightsWorker {
  /** Throws if a response cannot be read, or takes too long. */
  extract(input: InsightInput): Promise<AnswerInsights[]>;
  stop(): Promise<void>;
}

// Below the time limit of the transaction that waits for the result.
const wallMs = 25_000;
const entry = new URL("./worker.js", import.meta.url);

export function createInsightsWorker({ limitMs = 20_000 } = {}): InsightsWorker {
  const pool = createPool({ entry, threads: 1, maxWaiting: 1000, memoryMb: 512, wallMs });
  return {
    extract: async (input) => (await pool.run(input, limitMs)) as AnswerInsights[],
    stop: () => pool.stop(),
  };
}
