import type { CollectedRow } from "../../db/collected.js";
import { promisesFor, readGrants } from "../../db/rewards.js";
import type { CollectDeps } from "../../deps.js";
import { type GrantView, grantViews } from "../../domain/grant-view.js";
import { responseStatuses, valueOfRank } from "../../domain/ranks.js";

/** Returns the grants of a response as its visitor may see them. A response that is neither finished nor abandoned has none. */
export async function grantsOf({ readIn }: CollectDeps, { rowId, workspaceId, completedAt, leftAt }: CollectedRow): Promise<GrantView[]> {
  if (completedAt === null && leftAt === null) return [];
  return grantViews(await readGrants(readIn(workspaceId), rowId));
}

/**
 * Same as grantsOf, but waits until the grants for the outcome are settled, or until REWARD_WAIT_MS after the outcome. Does not wait if no
 * incentive promises a reward for the outcome.
 */
export async function settledGrantsOf(deps: CollectDeps, response: CollectedRow): Promise<GrantView[]> {
  const { rowId: responseId, workspaceId, formId, completedAt, status } = response;
  if (completedAt === null) return grantsOf(deps, response);
  const { clock, grants, grantsWaitMs, readIn } = deps;
  const leftMs = Date.parse(completedAt) + grantsWaitMs - clock.now().getTime();
  const outcome = valueOfRank(responseStatuses, status);
  if (leftMs > 0 && (await promisesFor(readIn(workspaceId), formId, outcome)))
    await grants.wait(workspaceId, { responseId, outcome }, leftMs);
  return grantsOf(deps, response);
}
