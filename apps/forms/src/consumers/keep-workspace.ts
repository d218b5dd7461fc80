import { keepsOf } from "@offergraph/service/messaging/kept-fields";
import { workspaceCreated, workspaceUpdated } from "@offergraph/shared/contracts/events/workspace";
import { keepRetention } from "../db/response-retention.js";
import { storeTimeZone } from "../db/time-zones.js";
import { defineConsumer } from "../tx.js";

/** Stores the settings of the workspace that forms uses: the time zone of its days and the number of days that responses are kept. */
export const keepWorkspace = defineConsumer({
  name: "keep-workspace",
  events: [workspaceCreated, workspaceUpdated],
  emits: [],
  keeps: keepsOf(workspaceUpdated, ["responseRetentionDays", "timeZone"]),
  async handle(tx, { data }) {
    await keepRetention(tx, data.responseRetentionDays, data.updatedAt);
    await storeTimeZone(tx, data.timeZone, data.updatedAt);
  },
});
