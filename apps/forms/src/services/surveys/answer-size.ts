import type { Question } from "survey-core";
import { entriesIn, madeOfEntry, maxMade } from "../../domain/draft-size.js";
import type { Json } from "../../domain/draft-walk.js";

/**
 * Names of the answers for which survey-core would create too many objects (cells of rows, questions of panels), counted cumulatively.
 * Questions that share a name each count.
 */
export function tooLarge(answers: Json, questions: readonly Question[]): Set<string> {
  let made = 0;
  const byName = new Map<string, Question[]>();
  for (const question of questions) byName.set(question.getValueName(), [...(byName.get(question.getValueName()) ?? []), question]);
  const names = Object.keys(answers).filter((name) => {
    const entries = entriesIn(answers[name]);
    if (entries === 0) return false;
    const own = byName.get(name) ?? [];
    const more = own.reduce((sum, question) => sum + entries * madeOfEntry({ ...question.toJSON(), type: question.getType() }), 0);
    if (made + more > maxMade) return true;
    made += more;
    return false;
  });
  return new Set(names);
}
