import { workspaceCreated } from "@offergraph/shared/contracts/events/workspace";
import { keepTestWorkspace } from "../db/test-workspaces.js";
import { defineConsumer } from "../tx.js";

/** Marks new test workspaces, because the service pushes nothing to their stores. Other workspaces never become test workspaces. */
export const keepWorkspace = defineConsumer({
  name: "keep-workspace",
  events: [workspaceCreated],
  emits: [],
  filter: ({ data }) => data.isTest,
  handle: (tx) => keepTestWorkspace(tx),
});
