import { nameKey } from "@offergraph/shared/schema/name-key";
import { type Ref, readRef } from "@offergraph/shared/schema/ref";

/** Reads a Ref to a discount code: its id, else the key of its code or of an alias. */
export function readCodeRef(ref: Ref): { id: string } | { key: string } {
  const { id, name } = readRef(ref);
  return id === undefined ? { key: nameKey(name) } : { id };
}
