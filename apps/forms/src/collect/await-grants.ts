import type { CollectedRow } from "../data/collected.js";
import { promisesFor, readGrants } from "../data/rewards.js";
import { responseStatuses, valueOfRank } from "../domain/ranks.js";
import { type VisibleGrant, visibleGrants } from "../domain/visible-grants.js";
import type { Collecting } from "./collecting.js";

/** What came of a response, as its visitor may see it. One that is open, and was not left either, has no grants. */
export async function grantsOf({ readIn }: Collecting, { rowId, workspaceId, completedAt, leftAt }: CollectedRow): Promise<VisibleGrant[]> {
  if (completedAt === null && leftAt === null) return [];
  return visibleGrants(await readGrants(readIn(workspaceId), rowId));
}

/**
 * The same, once what incentives grant for the outcome is settled, or GRANTS_WAIT_MS after the outcome. Nobody waits where no incentive
 * promises anything for it.
 */
export async function settledGrantsOf(collecting: Collecting, response: CollectedRow): Promise<VisibleGrant[]> {
  const { rowId: responseId, workspaceId, formId, completedAt, status } = response;
  if (completedAt === null) return grantsOf(collecting, response);
  const { clock, grants, grantsWaitMs, readIn } = collecting;
  const leftMs = Date.parse(completedAt) + grantsWaitMs - clock.now().getTime();
  const outcome = valueOfRank(responseStatuses, status);
  if (leftMs > 0 && (await promisesFor(readIn(workspaceId), formId, outcome)))
    await grants.wait(workspaceId, { responseId, outcome }, leftMs);
  return grantsOf(collecting, response);
}
