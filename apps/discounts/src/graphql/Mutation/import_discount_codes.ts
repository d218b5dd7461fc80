import { jobCreated } from "@offergraph/shared/contracts/events/discounts";
import { parseFile, startImport } from "../../services/jobs/import.js";
import { type MutationField, mutation } from "../../tx.js";

export const import_discount_codes: MutationField<"import_discount_codes"> = mutation(
  { emits: [jobCreated], prepare: ({ input }, { errors }) => parseFile(input.csv, errors) },
  async (tx, _args, _context, file) => {
    tx.check();
    if (!file) throw new Error("Invariant violated: the file has no errors, but was not parsed.");
    return { job: await startImport(tx, file), ignoredColumns: file.ignored };
  },
);
