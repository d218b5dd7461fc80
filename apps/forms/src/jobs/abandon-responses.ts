import { formResponseAbandoned } from "@offergraph/shared/contracts/events/forms";
import { Violations } from "@offergraph/shared/errors/user-error";
import { readQuietResponses, readQuietWorkspaces, tidyOpenResponses } from "../db/open-responses.js";
import { type CollectedRow, updateResponse } from "../db/responses.js";
import type { FormsDeps } from "../deps.js";
import { trustOf } from "../domain/trust.js";
import { responseDataOf } from "../services/forms/event-data.js";
import { attributeAgain } from "../services/responses/attribution.js";
import { trustSignals } from "../services/responses/trust-signals.js";
import type { Checked } from "../services/surveys/check-answers.js";
import { defineJob } from "../tx.js";

const batchSize = 50;

/** Marks responses as abandoned after `afterMinutes` without a change. Emits one event per response, even with several replicas. */
export function abandonResponses(deps: FormsDeps, afterMinutes: number) {
  const afterMs = afterMinutes * 60_000;
  const since = (now: Date) => new Date(now.getTime() - afterMs);
  return defineJob({
    name: "responses left unfinished",
    emits: [formResponseAbandoned],
    findWorkspaces: (pool, now) => readQuietWorkspaces(pool, since(now)),
    async runInSteps(open, workspaceId) {
      const quietSince = since(deps.clock.now());
      const tidied = await open((tx) => tidyOpenResponses(tx, quietSince, batchSize));
      const quiet = await readQuietResponses(deps.readerOf(workspaceId), workspaceId, quietSince, batchSize);
      for (const { version, ...response } of quiet) {
        const abandoned = await asAbandoned(deps, response, afterMs);
        await open(async (tx) => {
          const changed = { ...abandoned, updatedAt: tx.now.toISOString() };
          if (!(await updateResponse(tx, changed, version))) return;
          tx.emit(formResponseAbandoned, response.rowId, responseDataOf(changed, "INCOMPLETE"));
          tx.onCommit((recordIds) => deps.log.info({ operation: "abandon_response", workspaceId, recordIds }, "written"));
        });
      }
      return tidied + quiet.length > 0;
    },
  });
}

async function asAbandoned(deps: FormsDeps, response: CollectedRow, afterMs: number): Promise<CollectedRow> {
  const { workspaceId, updatedAt } = response;
  const attribution = await attributeAgain(deps.referencesOf(workspaceId), response);
  const seen = { now: new Date(updatedAt), outcome: response.status, userAgent: undefined, ...(await readScaleAndTexts(deps, response)) };
  const { score, reasons, version: trustVersion } = trustOf(await trustSignals(deps, response, seen));
  const abandonedAt = new Date(Date.parse(updatedAt) + afterMs).toISOString();
  return { ...response, ...attribution, abandonedAt, trustScore: score, trustReasons: reasons, trustVersion };
}

/** Reads scale answers and free texts for the trust score. Skips answers that SurveyJS cannot read. */
async function readScaleAndTexts(
  deps: FormsDeps,
  { workspaceId, formVariantId, answers }: CollectedRow,
): Promise<Pick<Checked, "scale" | "texts">> {
  const variant = await deps.variant(workspaceId, formVariantId);
  if (!variant) return { scale: [], texts: [] };
  const given = { workspaceId, variant, answers, ends: false };
  const { scale, texts } = await deps.surveys.checkAnswers(given, ["answers"], new Violations());
  return { scale, texts };
}
