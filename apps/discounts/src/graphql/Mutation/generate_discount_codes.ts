import { jobCreated } from "@offergraph/shared/contracts/events/discounts";
import { codeWarnings } from "../../domain/warnings.js";
import { startGeneration } from "../../services/jobs/generate.js";
import { type MutationField, mutation } from "../../tx.js";

export const generate_discount_codes: MutationField<"generate_discount_codes"> = mutation(
  { emits: [jobCreated], warns: codeWarnings },
  async (tx, { input }) => ({ job: await startGeneration(tx, input) }),
);
