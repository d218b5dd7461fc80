import { deleteExpired } from "../db/oauth.js";
import { tokenRetention } from "../db/retention.js";
import { retentionJob } from "./retention-job.js";

const hourMs = 3_600_000;

/** Deletes OAuth codes and tokens an hour after they have expired. Keeps used refresh tokens until they expire, to detect a second use. */
export const deleteOldTokensJob = retentionJob({
  name: "delete old OAuth tokens",
  list: tokenRetention,
  deleteBatch: (tx, max) => deleteExpired(tx, new Date(tx.now.getTime() - hourMs), max),
});
