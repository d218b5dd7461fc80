import { claimListeners, readWorkspacesWithListeners } from "../db/listen.js";
import { cleanUpListeners } from "../services/listen/listen.js";
import { defineJob } from "../tx.js";

/**
 * Moves events to `listen_events` if they arrived while no client was reading. Deletes listening sessions a day after their last use, and
 * the events that no session needs.
 */
export const endListenersJob = defineJob({
  name: "end listening sessions",
  everyMs: 10_000,
  emits: [],
  findWorkspaces: readWorkspacesWithListeners,
  async run(tx) {
    return (await claimListeners(tx)) && !(await cleanUpListeners(tx));
  },
});
