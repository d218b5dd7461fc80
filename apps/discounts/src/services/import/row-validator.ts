import { readFileSync } from "node:fs";
import { type ConstraintValidator, mutationValidator } from "@offergraph/service/subgraph/constraint-validator";

let validator: ConstraintValidator | undefined;

/** Returns a validator that applies the constraints of `create_discount_code` to imported rows. */
export function rowValidator(): ConstraintValidator {
  validator ??= mutationValidator(readFileSync(new URL("../../../schema.graphql", import.meta.url), "utf8"), "create_discount_code");
  return validator;
}
