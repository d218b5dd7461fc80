import { keepsOf } from "@offergraph/service/messaging/kept-fields";
import { workspaceCreated, workspaceUpdated } from "@offergraph/shared/contracts/events/workspace";
import { keepRetention } from "../db/response-retention.js";
import { defineConsumer } from "../tx.js";

/** Stores after how many days responses are deleted. */
export const keepWorkspace = defineConsumer({
  name: "keep-workspace",
  events: [workspaceCreated, workspaceUpdated],
  emits: [],
  keeps: keepsOf(workspaceUpdated, ["responseRetentionDays"]),
  handle: (tx, { data }) => keepRetention(tx, data.responseRetentionDays, data.updatedAt),
});
