import { Question } from "survey-core";
import { isObject, type Json } from "../../domain/draft-walk.js";
import type { Path } from "../../domain/fields.js";

interface Checking {
  allowSpaceAsAnswer: boolean;
  isValueEmpty(value: unknown, trims: boolean): boolean;
  isNewValueCorrect(value: unknown): boolean;
}

// Replaces survey-core's `checkIsValueCorrect`, which logs invalid answers in full. Logs must not contain answers, because answers are
// personal data.
Object.defineProperty(Question.prototype, "checkIsValueCorrect", {
  value(this: Checking, value: unknown): boolean {
    return this.isValueEmpty(value, !this.allowSpaceAsAnswer) || this.isNewValueCorrect(value);
  },
});

interface Nested {
  question: Question;
  /** Path to the nested question's value within the outer question's value. */
  path: Path;
}

type Composite = Question & {
  panels: { questions: Question[] }[];
  items: { name: string; editor: Question }[];
  visibleRows: { rowName: string; cells: { question: Question }[]; detailPanel?: { questions: Question[] } | null }[] | null;
};

/** Returns the questions inside a dynamic panel, a matrix, or a multiple-text question. */
export function nestedQuestions(question: Question): Nested[] {
  const type = question.getType();
  const composite = question as Composite;
  const at = (key: string | number) => (one: Question) => ({ question: one, path: [key, one.getValueName()] });
  if (type === "paneldynamic") return composite.panels.flatMap(({ questions }, index) => questions.map(at(index)));
  if (type === "multipletext") return composite.items.map(({ name, editor }) => ({ question: editor, path: [name] }));
  if (type !== "matrixdynamic" && type !== "matrixdropdown") return [];
  return (composite.visibleRows ?? []).flatMap(({ rowName, cells, detailPanel }, index) => {
    const inRow = [...cells.map((cell) => cell.question), ...(detailPanel?.questions ?? [])];
    return inRow.map(at(type === "matrixdynamic" ? index : rowName));
  });
}

export const takesComment = (question: Question | undefined): boolean =>
  question !== undefined && (question.hasComment || question.hasOther);

/** Returns true if the answer itself contains the visitor's text for the choice "other". */
export const mayBeAnything = (question: Question): boolean =>
  question.hasOther && !(question.survey as unknown as { storeOthersAsComment: boolean }).storeOthersAsComment;

/** Returns the free texts in an answer, including nested questions and comments. */
export function freeTextsOf(question: Question, answers: Json): string[] {
  const value = answers[question.getValueName()];
  const texts = isFreeText(question) ? [value] : [];
  for (const { question: nested, path } of nestedQuestions(question)) {
    const record = path.slice(0, -1).reduce(memberOf, value);
    const field = String(path.at(-1));
    if (isFreeText(nested)) texts.push(memberOf(record, field));
    texts.push(memberOf(record, `${field}-Comment`));
  }
  if (takesComment(question)) texts.push(answers[commentNameOf(question)]);
  return texts.filter((text) => typeof text === "string").filter((text) => text.trim() !== "");
}

export const commentNameOf = (question: Question): string => `${question.getValueName()}-Comment`;

function isFreeText(question: Question): boolean {
  const type = question.getType();
  return type === "comment" || (type === "text" && (question as Question & { inputType: string }).inputType === "text");
}

function memberOf(value: unknown, key: string | number): unknown {
  if (Array.isArray(value)) return value[Number(key)];
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
