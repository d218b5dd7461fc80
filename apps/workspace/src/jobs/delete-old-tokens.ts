import { deleteExpired } from "../db/oauth.js";
import { tokenRetention } from "../db/retention.js";
import { retentionJob } from "./retention-job.js";

const hourMs = 3_600_000;

/**
 * Deletes OAuth codes and tokens an hour after they have expired. Does not delete a used refresh token before the token expires, so that
 * the service can detect a second use.
 */
export const deleteOldTokensJob = retentionJob({
  name: "delete old OAuth tokens",
  list: tokenRetention,
  deleteBatch: (tx, max) => deleteExpired(tx, new Date(tx.now.getTime() - hourMs), max),
});
