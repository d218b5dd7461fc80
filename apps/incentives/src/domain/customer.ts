import { customerIdOf } from "@offergraph/shared/schema/customer-id";
import { type Ref, readRef } from "@offergraph/shared/schema/ref";

/** Returns the customer's id for an id or a reference. */
export function readCustomer(workspaceId: string, ref: Ref): string {
  const { id, name } = readRef(ref);
  return name === undefined ? id : customerIdOf(workspaceId, name);
}
