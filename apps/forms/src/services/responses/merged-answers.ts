import type { Json } from "../../domain/draft-walk.js";

/** Merges new answers into earlier ones. A new answer replaces the earlier one; null removes it. */
export function mergedAnswers(before: Json, given: Json): Json {
  return Object.fromEntries(Object.entries({ ...before, ...given }).filter(([, answer]) => answer !== null));
}
