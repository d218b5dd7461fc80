import type { CollectedRow } from "../../db/responses.js";
import { hasOfferFor, readGrants } from "../../db/rewards.js";
import type { FormsDeps } from "../../deps.js";
import { type GrantView, grantViews } from "../../domain/grant-view.js";
import { responseStatuses, valueOfRank } from "../../domain/ranks.js";

/** Returns the grants that a response's visitor may see. A response that is neither finished nor abandoned has none. */
export async function grantsOf(
  { readerOf }: FormsDeps,
  { rowId, workspaceId, completedAt, abandonedAt }: CollectedRow,
): Promise<GrantView[]> {
  if (completedAt === null && abandonedAt === null) return [];
  return grantViews(await readGrants(readerOf(workspaceId), rowId));
}

/** Same as grantsOf, but waits for promised grants of the outcome until they are settled, at most until REWARD_WAIT_MS after the outcome. */
export async function settledGrantsOf(deps: FormsDeps, response: CollectedRow): Promise<GrantView[]> {
  const { rowId: responseId, workspaceId, formId, completedAt, status } = response;
  if (completedAt === null) return grantsOf(deps, response);
  const { clock, grants, rewardWaitMs, readerOf } = deps;
  const leftMs = Date.parse(completedAt) + rewardWaitMs - clock.now().getTime();
  const outcome = valueOfRank(responseStatuses, status);
  if (leftMs > 0 && (await hasOfferFor(readerOf(workspaceId), formId, outcome)))
    await grants.wait(workspaceId, { responseId, outcome }, leftMs);
  return grantsOf(deps, response);
}
