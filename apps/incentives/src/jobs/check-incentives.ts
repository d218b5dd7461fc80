import { incentiveProblemsChanged } from "@offergraph/shared/contracts/events/incentives";
import { readCheckedWorkspaces } from "../db/incentive-checks.js";
import { checkBatch } from "../services/problems/check-batch.js";
import { defineJob } from "../tx.js";

const batchSize = 50;

/** Publishes changed problems of incentives. */
export const checkIncentives = defineJob({
  name: "problems of incentives",
  emits: [incentiveProblemsChanged],
  findWorkspaces: readCheckedWorkspaces,
  run: async (tx) => (await checkBatch(tx, batchSize)) === batchSize,
});
