import { customerIdsOf } from "@offergraph/shared/schema/customer-id";
import { readRef } from "@offergraph/shared/schema/ref";
import type { QueryResolvers } from "../../generated/types.js";
import { customerById } from "../loaders.js";

export const get_customer: NonNullable<QueryResolvers["get_customer"]> = async (_source, { customerId }, context) => {
  const found = await Promise.all(customerIdsOf(context.principal.workspaceId, customerId).map((id) => customerById(context, id)));
  const { id } = readRef(customerId);
  // An erased customer has no `ref` and can be found only by id.
  return found.find((one) => one !== null && (one.ref !== null || one.rowId === id)) ?? null;
};
