import { keepsOf } from "@offergraph/service/messaging/kept-fields";
import { workspaceCreated, workspaceUpdated } from "@offergraph/shared/contracts/events/workspace";
import { storeTimeZone } from "../db/time-zones.js";
import { defineConsumer } from "../tx.js";

/** Stores the time zone of the workspace's days. */
export const keepTimeZone = defineConsumer({
  name: "keep-time-zone",
  events: [workspaceCreated, workspaceUpdated],
  emits: [],
  keeps: keepsOf(workspaceUpdated, ["timeZone"]),
  handle: (tx, { data }) => storeTimeZone(tx, data.timeZone, data.updatedAt),
});
