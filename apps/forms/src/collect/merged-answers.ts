import type { Json } from "../domain/draft-walk.js";

/** Answers with others put beside them: one given anew takes the place of the one before, null takes it away. */
export function mergedAnswers(before: Json, given: Json): Json {
  return Object.fromEntries(Object.entries({ ...before, ...given }).filter(([, answer]) => answer !== null));
}
