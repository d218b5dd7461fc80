import { workspaceCreated } from "@offergraph/shared/contracts/events/workspace";
import { keepTestWorkspace } from "../db/test-workspaces.js";
import { defineConsumer } from "../tx.js";

/**
 * Records which new workspaces are test workspaces. The service never pushes codes of a test workspace to stores. An existing workspace
 * never becomes a test workspace.
 */
export const keepWorkspace = defineConsumer({
  name: "keep-workspace",
  events: [workspaceCreated],
  emits: [],
  filter: ({ data }) => data.isTest,
  handle: (tx) => keepTestWorkspace(tx),
});
