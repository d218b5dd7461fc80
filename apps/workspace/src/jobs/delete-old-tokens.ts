import { claimTokens, deleteExpired, postponeTokens, readWorkspacesWithOldTokens } from "../db/oauth.js";
import { defineJob } from "../tx.js";

const hourMs = 3_600_000;
const batchSize = 1_000;

/**
 * Deletes OAuth codes and tokens an hour after they have expired. A used refresh token stays until it expires, so that a second use is
 * detected.
 */
export const deleteOldTokensJob = defineJob({
  name: "delete old OAuth tokens",
  everyMs: 10_000,
  emits: [],
  findWorkspaces: readWorkspacesWithOldTokens,
  async run(tx) {
    if (!(await claimTokens(tx))) return false;
    const isMore = (await deleteExpired(tx, new Date(tx.now.getTime() - hourMs), batchSize)) === batchSize;
    if (!isMore) await postponeTokens(tx, new Date(tx.now.getTime() + hourMs));
    return isMore;
  },
});
