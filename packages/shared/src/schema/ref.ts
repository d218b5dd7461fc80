import { isUuid } from "./formats.js";

export type Ref = string | { name: string };

export type ReadRef = { id: string; name?: undefined } | { name: string; id?: undefined };

/** Interprets a Ref. A UUID string is an id, and any other text is a name. */
export function readRef(ref: Ref): ReadRef {
  if (typeof ref !== "string") return { name: ref.name };
  return isUuid(ref) ? { id: ref.toLowerCase() } : { name: ref };
}
