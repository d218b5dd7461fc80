import { Violations } from "@offergraph/shared/errors/user-error";
import { maxFound } from "../../domain/collect-fields.js";
import type { Json } from "../../domain/draft-walk.js";
import { taken } from "../worker-pool/task.js";
import { checkAnswers } from "./check-answers.js";
import { checkModel } from "./check-model.js";
import type { AnswersTask, Found, Task } from "./surveys.js";

// Entry point of the worker threads that surveys.ts starts.
export default taken((task: Task): Found => {
  const violations = new Violations("payload" in task ? {} : { most: maxFound });
  try {
    if (!("payload" in task)) {
      const checked = checkAnswers(modelOf(task), task.answers, task.ends, task.path, violations);
      return { checked, found: violations.list };
    }
    checkModel(task.payload, task.path, violations);
    return { found: violations.list };
  } catch (error) {
    return { found: violations.list, fault: (error as Error).message };
  }
});

const maxModels = 50;
const models = new Map<string, Json>();

/** Returns a form version's parsed model from an LRU cache. SurveyModel objects cannot be cached because they contain answers. */
function modelOf({ variantId, model }: AnswersTask): Json {
  const read: Json = models.get(variantId) ?? JSON.parse(model);
  models.delete(variantId);
  models.set(variantId, read);
  const [oldest] = models.keys();
  if (models.size > maxModels && oldest !== undefined) models.delete(oldest);
  return read;
}
