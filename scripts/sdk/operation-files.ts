import { describeOperations } from "./operations.js";
import { readOperations, type Subgraph } from "./read-operations.js";
import { describeSchema } from "./schema.js";
import { tableOf } from "./table.js";

/** Returns the files of src/generated that depend on the operations, by name. */
export function operationFiles(subgraphs: readonly Subgraph[]): Record<string, string> {
  const source = readOperations(subgraphs);
  return {
    "table.ts": tableOf(source.operations),
    "schema.ts": describeSchema(source),
    "operations.ts": describeOperations(source),
  };
}
