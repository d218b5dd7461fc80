import { claimListeners, readWorkspacesWithListeners } from "../db/listen.js";
import { cleanUpListeners } from "../services/listen/listen.js";
import { defineJob } from "../tx.js";

/** Moves arrived events to `listen_events`. Deletes events that no session needs, and sessions a day after their last use. */
export const endListenersJob = defineJob({
  name: "end listening sessions",
  everyMs: 10_000,
  emits: [],
  findWorkspaces: readWorkspacesWithListeners,
  async run(tx) {
    return (await claimListeners(tx)) && !(await cleanUpListeners(tx));
  },
});
