import type { InsightInput } from "../../domain/insights.js";
import { taken } from "../worker-pool/task.js";
import { extractInsights } from "./extract.js";
import { winkTokenizer } from "./tokenizer.js";

// Entry point of the worker thread that insights-worker.ts starts.
const tokenizer = winkTokenizer();

export default taken((input: InsightInput) => {
  try {
    return extractInsights(input, tokenizer);
  } catch (error) {
    throw new Error(`Failed to extract insights from a response: ${(error as Error).message}`);
  }
});
