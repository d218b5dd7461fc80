import type { Logger } from "@offergraph/shared/log/logger";
import { createSurveys, type Surveys } from "./surveys.js";

const made = new WeakMap<object, Surveys>();

/** Returns the worker pools of a service: one set for its resolvers, routes and shutdown. */
export function surveysOf(parts: { log: Logger }): Surveys {
  const surveys = made.get(parts) ?? createSurveys(parts.log);
  made.set(parts, surveys);
  return surveys;
}
