/** Facts about one class of topics, for example delivery, that were found in answers. */
export interface InsightClass {
  /** Equal to `name`. The table component needs a unique `rowId` in each row. */
  rowId: string;
  name: string;
  positive: number;
  neutral: number;
  negative: number;
  /** Texts of some answers that contain facts of the class, complaints first. */
  texts: readonly string[];
}

interface Fact {
  answerId: string;
  subjectClass: string | null;
  thingClass: string | null;
  polaritySign: number;
}

interface Answer {
  answerId: string;
  text: string | null;
}

const maxTexts = 2;
const noClass = "other";

/** Groups facts by class, most frequent first. Facts without a class are grouped in the class "other". */
export function classesOf(facts: readonly Fact[], answers: readonly Answer[]): InsightClass[] {
  const texts = new Map(answers.map(({ answerId, text }) => [answerId, text]));
  const groups = new Map<string, Fact[]>();
  for (const fact of facts) {
    const name = fact.subjectClass ?? fact.thingClass ?? noClass;
    groups.set(name, [...(groups.get(name) ?? []), fact]);
  }
  return [...groups]
    .sort(([, left], [, right]) => right.length - left.length)
    .map(([name, own]) => {
      const count = (sign: number) => own.filter(({ polaritySign }) => polaritySign === sign).length;
      const complaintsFirst = [...own].sort((left, right) => left.polaritySign - right.polaritySign);
      const found = new Set(complaintsFirst.map(({ answerId }) => texts.get(answerId)).filter((text) => typeof text === "string"));
      return { rowId: name, name, positive: count(1), neutral: count(0), negative: count(-1), texts: [...found].slice(0, maxTexts) };
    });
}
