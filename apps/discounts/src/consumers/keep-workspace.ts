import { workspaceCreated } from "@offergraph/shared/contracts/events/workspace";
import { keepTestWorkspace } from "../db/test-workspaces.js";
import { defineConsumer } from "../tx.js";

/** Stores which workspaces are for tests. This property of a workspace never changes. */
export const keepWorkspace = defineConsumer({
  name: "keep-workspace",
  events: [workspaceCreated],
  emits: [],
  filter: ({ data }) => data.isTest,
  handle: (tx) => keepTestWorkspace(tx),
});
