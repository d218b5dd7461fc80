import { startJobPoller } from "@offergraph/service/jobs/job-poller";
import type { BackgroundTask } from "@offergraph/service/subgraph/run";
import { Violations } from "@offergraph/shared/errors/user-error";
import { type CollectedRow, updateResponse } from "../db/collected.js";
import { type QuietResponse, readQuietResponses, readQuietWorkspaces, tidyOpenResponses } from "../db/open-responses.js";
import { type CollectDeps, createCollectDeps, type FormsParts } from "../deps.js";
import { trustOf } from "../domain/trust.js";
import { attributeAgain } from "../services/responses/attribution.js";
import { responseEvents } from "../services/responses/response-events.js";
import { trustSignals } from "../services/responses/trust-signals.js";
import type { Checked } from "../services/surveys/check-answers.js";

const batchSize = 50;
const minuteMs = 60_000;

/** Marks responses unchanged for RESPONSE_ABANDONED_AFTER_MINUTES as abandoned and emits their events, once across all replicas. */
export function startAbandonment(parts: FormsParts): BackgroundTask {
  const { settings, pool, relay, log, clock } = parts;
  const deps = createCollectDeps(parts);
  const afterMs = settings.RESPONSE_ABANDONED_AFTER_MINUTES * minuteMs;
  const quietSince = () => new Date(clock.now().getTime() - afterMs);
  return startJobPoller({
    name: "responses left unfinished",
    findWorkspacesWithWork: () => readQuietWorkspaces(pool, quietSince()),
    async work(workspaceId) {
      const since = quietSince();
      const within = { read: deps.readIn(workspaceId), workspaceId };
      const tidied = await tidyOpenResponses(within, since, batchSize);
      const quiet = await readQuietResponses(within, since, batchSize);
      const left: string[] = [];
      for (const response of quiet) if (await leave(deps, response, afterMs)) left.push(response.rowId);
      if (left.length > 0) {
        relay.notify();
        log.info({ operation: "leave_response", workspaceId, actor: null, recordIds: left }, "written");
      }
      return tidied + quiet.length > 0;
    },
    log,
  });
}

/** Marks a response as abandoned and computes its trust score; false if it was written meanwhile. */
async function leave(deps: CollectDeps, { version, ...response }: QuietResponse, afterMs: number): Promise<boolean> {
  const { workspaceId, updatedAt } = response;
  const read = deps.readIn(workspaceId);
  const now = deps.clock.now();
  const attribution = await attributeAgain(deps.referencesOf(workspaceId), response);
  const said = await saidIn(deps, response);
  const signals = await trustSignals(deps, response, {
    now: new Date(updatedAt),
    outcome: response.status,
    userAgent: undefined,
    ...said,
  });
  const { score, reasons, version: trustVersion } = trustOf(signals);
  const left: CollectedRow = {
    ...response,
    ...attribution,
    leftAt: new Date(Date.parse(updatedAt) + afterMs).toISOString(),
    trustScore: score,
    trustReasons: reasons,
    trustVersion,
  };
  return updateResponse(read, { ...left, updatedAt: now.toISOString() }, version, responseEvents(undefined, response, left, now));
}

/** Scale answers and free texts, except those that SurveyJS cannot read. */
async function saidIn(deps: CollectDeps, { workspaceId, formVariantId, answers }: CollectedRow): Promise<Pick<Checked, "scale" | "texts">> {
  const variant = await deps.variant(workspaceId, formVariantId);
  if (!variant) return { scale: [], texts: [] };
  const given = { workspaceId, variant, answers, ends: false };
  const { scale, texts } = await deps.surveys.checkAnswers(given, ["answers"], new Violations());
  return { scale, texts };
}
