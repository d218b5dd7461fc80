import { formByName } from "@offergraph/service/replicas/queries";
import { readRef } from "@offergraph/shared/schema/ref";
import { readTrustFloor } from "../../db/forms.js";
import type { QueryResolvers } from "../../generated/types.js";

export const get_response_trust_floor: NonNullable<QueryResolvers["get_response_trust_floor"]> = async (_source, { formId }, context) => {
  const { id, name } = readRef(formId);
  const form = name === undefined ? id : await formByName(context.read, "formId")(name);
  return form ? readTrustFloor(context.read, form) : null;
};
