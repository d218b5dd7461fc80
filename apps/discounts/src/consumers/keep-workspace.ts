import { workspaceCreated } from "@offergraph/shared/contracts/events/workspace";
import { keepTestWorkspace } from "../db/test-workspaces.js";
import { defineConsumer } from "../tx.js";

/** Stores the id of each new test workspace. A workspace cannot become a test workspace later. */
export const keepWorkspace = defineConsumer({
  name: "keep-workspace",
  events: [workspaceCreated],
  emits: [],
  filter: ({ data }) => data.isTest,
  handle: (tx) => keepTestWorkspace(tx),
});
