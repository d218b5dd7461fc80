import { isUuid } from "./formats.js";

/** A Ref or PartnerRef, as GraphQL gives it. */
export type Ref = string | { name: string };

export type ReadRef = { id: string; name?: undefined } | { name: string; id?: undefined };

/** How a Ref means a record: by its id when it is a text of UUID form, else by a name. */
export function readRef(ref: Ref): ReadRef {
  if (typeof ref !== "string") return { name: ref.name };
  return isUuid(ref) ? { id: ref.toLowerCase() } : { name: ref };
}
