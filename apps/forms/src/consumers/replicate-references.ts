import { applyReplicaEvents, referenceEvents, replicaKeeps } from "@offergraph/service/replicas/replica-events";
import { defineConsumer } from "../tx.js";

export const replicateReferences = defineConsumer({
  name: "keep-references",
  events: referenceEvents,
  keeps: replicaKeeps,
  emits: [],
  handleBatch: applyReplicaEvents,
});
