import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Json } from "../../domain/draft-walk.js";
import { questionsOf } from "../../domain/model-questions.js";
import { modelErrors } from "../surveys/model-errors.js";
import type { Surveys } from "../surveys/surveys.js";

const maxModels = 1000;

interface Check {
  workspaceId: string;
  model: Json;
}

/**
 * Returns a function that checks if a page can show a model. Returns the problems as messages. Applies the current rules, because an older
 * model could harm the page. Caches the results, because anyone can open a preview link repeatedly, and each check can take seconds.
 */
export function createModelProblems(surveys: Pick<Surveys, "checkModel">) {
  async function check({ workspaceId, model }: Check): Promise<string[]> {
    const errors = await modelErrors(surveys, workspaceId, model);
    if (errors.length > 0) return errors.map(({ field, message }) => (field.length > 0 ? `${field.join(".")}: ${message}` : message));
    return questionsOf(model).length > 0 ? [] : ["The draft has no questions. Add a question with save_form_draft."];
  }
  const checked = new LRUCache<string, string[], Check>({
    max: maxModels,
    fetchMethod: (_key, _stale, { context }) => check(context),
    ignoreFetchAbort: true,
  });

  return (workspaceId: string, model: Json): Promise<string[]> => {
    const hash = createHash("sha256").update(JSON.stringify(model)).digest("base64");
    return checked.forceFetch(`${workspaceId} ${hash}`, { context: { workspaceId, model } });
  };
}
