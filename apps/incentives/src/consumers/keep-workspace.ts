import { keepsOf } from "@offergraph/service/messaging/kept-fields";
import { workspaceCreated, workspaceUpdated } from "@offergraph/shared/contracts/events/workspace";
import { keepSettings } from "../db/workspace-settings.js";
import { defineConsumer } from "../tx.js";

/** Stores the workspace's default `minTrustScore` for new incentives. */
export const keepWorkspace = defineConsumer({
  name: "keep-workspace",
  events: [workspaceCreated, workspaceUpdated],
  emits: [],
  keeps: keepsOf(workspaceUpdated, ["defaultTrustFloor"]),
  handle: (tx, { data }) => keepSettings(tx, data),
});
