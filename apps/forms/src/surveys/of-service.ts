import type { Logger } from "@offergraph/shared/log/logger";
import { createSurveys, type Surveys } from "./surveys.js";

const made = new WeakMap<object, Surveys>();

/** The threads of a service that runs: one set for its resolvers, its routes and its end, which know nothing else of each other. */
export function surveysOf(parts: { log: Logger }): Surveys {
  const surveys = made.get(parts) ?? createSurveys(parts.log);
  made.set(parts, surveys);
  return surveys;
}
