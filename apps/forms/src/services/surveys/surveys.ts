import type { UserError, Violations } from "@offergraph/shared/errors/user-error";
import type { Logger } from "@offergraph/shared/log/logger";
import type { VariantRow } from "../../db/rows.js";
import type { Json } from "../../domain/draft-walk.js";
import type { Path } from "../../domain/fields.js";
import { VisitorError } from "../../domain/visitor-error.js";
import { createFairQueue } from "../worker-pool/fair-queue.js";
import { createPool, QueueFull, TaskTimeout } from "../worker-pool/worker-pool.js";
import type { Checked } from "./check-answers.js";

export interface AnswersTask {
  variantId: string;
  /** The model as JSON text, which each worker thread parses only once. */
  model: string;
  answers: Json;
  ends: boolean;
  path: Path;
}
export type Task = AnswersTask | { payload: Json; path: Path };

export interface Found {
  found: readonly UserError[];
  /** Result of an AnswersTask. */
  checked?: Checked;
  /** Message of the error that SurveyJS threw. */
  fault?: string;
}

/** Checks untrusted models and answers in worker threads, so that slow checks do not block requests. */
export type Surveys = ReturnType<typeof createSurveys>;

interface GivenAnswers {
  workspaceId: string;
  variant: VariantRow;
  answers: Json;
  ends: boolean;
}

/**
 * Limits in milliseconds of CPU time per check. A typical form's check uses 1 % of the limit. The largest allowed form's check uses up to
 * 50 %.
 */
const maxForAnswers = 2000;
const maxForModel = 3000;
const entry = new URL("./thread.js", import.meta.url);
const nothing: Checked = { answers: {}, scale: [], texts: [] };

export function createSurveys(log: Logger, { answersLimit = maxForAnswers } = {}) {
  const forAnswers = createPool({ name: "answers", entry, threads: 2, maxWaiting: 2000 });
  const forModels = createPool({ name: "models", entry, threads: 1, maxWaiting: 50 });
  const slow = createPool({ name: "slow", entry, threads: 1, maxWaiting: 8 });
  const overran = (_key: string, about: object) => log.warn(about, "SurveyJS exceeded its time or memory limit");
  const answersQueue = createFairQueue({ common: forAnswers, slow, limit: answersLimit, overran });
  const modelsQueue = createFairQueue({ common: forModels, slow, limit: maxForModel, overran });

  return {
    /** Runs checkAnswers of check-answers.ts in a worker thread. Throws VisitorError UNAVAILABLE if the queue is full. */
    async checkAnswers({ workspaceId, variant, answers, ends }: GivenAnswers, path: Path, violations: Violations): Promise<Checked> {
      // Most responses start without answers and need no check in a worker thread.
      if (!ends && Object.keys(answers).length === 0) return nothing;
      const about = { workspaceId, formVariantId: variant.rowId };
      const task: Task = { variantId: variant.rowId, model: jsonOf(variant), answers, ends, path };
      try {
        const { found, checked, fault } = (await answersQueue.run(variant.rowId, task, about)) as Found;
        report(found, violations);
        if (checked) return checked;
        log.warn({ ...about, fault }, "SurveyJS failed to check answers");
        violations.add(path, "INVALID", "SurveyJS cannot read these answers.");
      } catch (error) {
        if (error instanceof QueueFull)
          throw new VisitorError("UNAVAILABLE", "Too many answers are being checked. Retry in a few seconds.");
        if (!(error instanceof TaskTimeout)) throw error;
        violations.add(path, "LIMIT_EXCEEDED", "Checking these answers took too long. Send fewer or shorter answers.");
      }
      return nothing;
    },

    async checkModel(workspaceId: string, payload: Json, path: Path, violations: Violations): Promise<void> {
      try {
        const { found, fault } = (await modelsQueue.run(workspaceId, { payload, path }, { workspaceId })) as Found;
        report(found, violations);
        if (fault === undefined) return;
        log.warn({ workspaceId, fault }, "SurveyJS failed to check a model");
        violations.add(path, "INVALID", "SurveyJS cannot read this model.");
      } catch (error) {
        if (error instanceof QueueFull) violations.add(path, "UNAVAILABLE", "Too many forms are being checked. Retry in a few seconds.");
        else if (error instanceof TaskTimeout)
          violations.add(path, "LIMIT_EXCEEDED", "The check of the model took too long. Simplify the model.");
        else throw error;
      }
    },

    async stop(): Promise<void> {
      await Promise.all([forAnswers, forModels, slow].map((pool) => pool.stop()));
    },
  };
}

function report(found: readonly UserError[], violations: Violations): void {
  for (const { field, code, message } of found) violations.add(field, code, message);
}

const written = new WeakMap<VariantRow, string>();

/** Returns the model as JSON. Caches the JSON for as long as variants.ts caches the version. */
function jsonOf(variant: VariantRow): string {
  const json = written.get(variant) ?? JSON.stringify(variant.model);
  written.set(variant, json);
  return json;
}
