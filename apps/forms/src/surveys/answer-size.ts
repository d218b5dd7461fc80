import type { Question } from "survey-core";
import { entriesIn, madeOfEntry, mostMade } from "../domain/draft-size.js";
import type { Json } from "../domain/draft-walk.js";

/** The names of the answers of which, with those before them, too much would be made: rows with their cells, panels with their questions. */
export function tooLarge(answers: Json, named: ReadonlyMap<string, Question>): Set<string> {
  let made = 0;
  const names = Object.keys(answers).filter((name) => {
    const [question, entries] = [named.get(name), entriesIn(answers[name])];
    const more = question && entries > 0 ? entries * madeOfEntry({ ...question.toJSON(), type: question.getType() }) : 0;
    if (made + more > mostMade) return true;
    made += more;
    return false;
  });
  return new Set(names);
}
