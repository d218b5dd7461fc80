import { isUuid } from "./formats.js";

export type Ref = string | { name: string };

export type ReadRef = { id: string; name?: undefined } | { name: string; id?: undefined };

/** Interprets a Ref: a UUID string is an id, anything else a name. */
export function readRef(ref: Ref): ReadRef {
  if (typeof ref !== "string") return { name: ref.name };
  return isUuid(ref) ? { id: ref.toLowerCase() } : { name: ref };
}
