import { readFileSync } from "node:fs";
import { type ConstraintValidator, mutationValidator } from "@offergraph/service/subgraph/constraint-validator";

let validator: ConstraintValidator | undefined;

/** Returns the validator of the input of create_discount_code, which imported rows must pass. */
export function rowValidator(): ConstraintValidator {
  validator ??= mutationValidator(readFileSync(new URL("../../../schema.graphql", import.meta.url), "utf8"), "create_discount_code");
  return validator;
}
