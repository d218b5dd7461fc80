import { isUuid } from "@offergraph/shared/schema/formats";
import { nameKey } from "./name-key.js";

/** A Ref to a discount code, as GraphQL gives it. */
export type CodeRef = string | { name: string };

/** How a Ref means a code: by its id when it is a text of UUID form, else by the key of its code or of an alias. */
export function readCodeRef(ref: CodeRef): { id: string } | { key: string } {
  if (isUuid(ref)) return { id: ref.toLowerCase() };
  return { key: nameKey(typeof ref === "string" ? ref : ref.name) };
}
