import { HttpError } from "@offergraph/shared/errors/http-error";
import type { UserError, Violations } from "@offergraph/shared/errors/user-error";
import type { Logger } from "@offergraph/shared/log/logger";
import type { VariantRow } from "../data/rows.js";
import type { Json } from "../domain/draft-walk.js";
import type { Path } from "../domain/fields.js";
import { createLanes } from "../threads/lanes.js";
import { Busy, createPool, Overrun } from "../threads/pool.js";
import type { Checked } from "./check-answers.js";

interface AnswersTask {
  variantId: string;
  /** As JSON: a thread reads it when it does not have it yet. */
  model: string;
  answers: Json;
  ends: boolean;
  path: Path;
}
/** What a thread is given: answers to check, or a model. */
export type Task = AnswersTask | { payload: Json; path: Path };

/** What a thread gives back. */
export interface Found {
  found: readonly UserError[];
  checked: Checked;
  /** Why SurveyJS could not go on. */
  fault?: string;
}

/** SurveyJS, on whatever builders and visitors send: in threads of its own, where no form and no answer can hold up others for long. */
export interface Surveys {
  /** As checkAnswers. Throws HttpError 503 where too much waits already. */
  checkAnswers(given: GivenAnswers, path: Path, violations: Violations): Promise<Checked>;
  /** As checkModel. */
  checkModel(workspaceId: string, payload: Json, path: Path, violations: Violations): Promise<void>;
  stop(): Promise<void>;
}

export interface GivenAnswers {
  workspaceId: string;
  variant: VariantRow;
  answers: Json;
  ends: boolean;
}

/** Milliseconds. A usual form takes a hundredth of it, the largest that can be saved up to half. */
const mostForAnswers = 2000;
const modelLimit = 3000;
const entry = new URL("./thread.js", import.meta.url);
const nothing: Checked = { answers: {}, scale: [], texts: [] };

export function createSurveys(log: Logger, { answersLimit = mostForAnswers } = {}): Surveys {
  const forAnswers = createPool({ entry, threads: 2, mostWaiting: 2000 });
  const forModels = createPool({ entry, threads: 1, mostWaiting: 50 });
  const slow = createPool({ entry, threads: 1, mostWaiting: 8 });
  const overran = (_key: string, about: object) => log.warn(about, "SurveyJS took too long or too much memory");
  const answersLanes = createLanes({ common: forAnswers, slow, limit: answersLimit, overran });
  const modelLanes = createLanes({ common: forModels, slow, limit: modelLimit, overran });
  const jsonOf = createJsonOf();

  return {
    async checkAnswers({ workspaceId, variant, answers, ends }, path, violations) {
      // Most responses begin without any: then there is nothing to hold to the form, and no thread to wait for.
      if (!ends && Object.keys(answers).length === 0) return nothing;
      const about = { workspaceId, formVariantId: variant.rowId };
      const task: Task = { variantId: variant.rowId, model: jsonOf(variant), answers, ends, path };
      try {
        const { found, checked, fault } = (await answersLanes.run(variant.rowId, task, about)) as Found;
        tell(found, violations);
        if (fault === undefined) return checked;
        log.warn({ ...about, fault }, "SurveyJS failed at answers");
        violations.add(path, "INVALID", "The form cannot read these answers.");
      } catch (error) {
        if (error instanceof Busy) throw tooBusy();
        if (!(error instanceof Overrun)) throw error;
        violations.add(path, "LIMIT_EXCEEDED", "The form takes too long over these answers.");
      }
      return nothing;
    },

    async checkModel(workspaceId, payload, path, violations) {
      try {
        const { found, fault } = (await modelLanes.run(workspaceId, { payload, path }, { workspaceId })) as Found;
        tell(found, violations);
        if (fault === undefined) return;
        log.warn({ workspaceId, fault }, "SurveyJS failed at a model");
        violations.add(path, "INVALID", "SurveyJS cannot read this model.");
      } catch (error) {
        if (error instanceof Busy) violations.add(path, "UNAVAILABLE", "Too many forms are looked at just now. Try again.");
        else if (error instanceof Overrun) violations.add(path, "LIMIT_EXCEEDED", "SurveyJS takes too long over this model.");
        else throw error;
      }
    },

    async stop() {
      await Promise.all([forAnswers, forModels, slow].map((pool) => pool.stop()));
    },
  };
}

const tooBusy = () =>
  new HttpError(503, "UNAVAILABLE", "Too many answers are looked at just now. Try again in some seconds.", { "retry-after": "5" });

function tell(found: readonly UserError[], violations: Violations): void {
  for (const { field, code, message } of found) violations.add(field, code, message);
}

/** Versions never change: each is written as JSON once, as long as it is kept (collect/variants.ts). */
function createJsonOf() {
  const written = new WeakMap<VariantRow, string>();
  return (variant: VariantRow): string => {
    const json = written.get(variant) ?? JSON.stringify(variant.model);
    written.set(variant, json);
    return json;
  };
}
