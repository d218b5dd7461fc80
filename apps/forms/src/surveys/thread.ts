import { Violations } from "@offergraph/shared/errors/user-error";
import { mostFound } from "../domain/collect-fields.js";
import type { Json } from "../domain/draft-walk.js";
import { taken } from "../threads/task.js";
import { checkAnswers } from "./check-answers.js";
import { checkModel } from "./check-model.js";
import type { Found, Task } from "./surveys.js";

// What runs in the threads that surveys.ts starts: one model, or the answers to one, after the other.
export default taken((task: Task): Found => {
  if ("payload" in task) {
    const violations = new Violations();
    checkModel(task.payload, task.path, violations);
    return { found: violations.list, checked: { answers: {}, scale: [] } };
  }
  const violations = new Violations({ most: mostFound });
  try {
    const checked = checkAnswers(modelOf(task), task.answers, task.ends, task.path, violations);
    return { found: violations.list, checked };
  } catch (error) {
    return { found: violations.list, checked: { answers: {}, scale: [] }, fault: (error as Error).message };
  }
});

const mostModels = 50;
const models = new Map<string, Json>();

/** A version's model; those that were asked for last are kept as read. A SurveyModel of it is not: it remembers what was answered. */
function modelOf({ variantId, model }: { variantId: string; model: string }): Json {
  const read: Json = models.get(variantId) ?? JSON.parse(model);
  models.delete(variantId);
  models.set(variantId, read);
  const [eldest] = models.keys();
  if (models.size > mostModels && eldest !== undefined) models.delete(eldest);
  return read;
}
