/** The properties of a SurveyJS question that the studio shows. */
export interface Question {
  name: string;
  title: string;
  type: string;
  isRequired: boolean;
  choices: readonly Choice[];
}

export interface Choice {
  /** The value of the choice in answers. */
  value: string;
  text: string;
}

type Json = Readonly<Record<string, unknown>>;

/** Returns the questions of a SurveyJS model in their order, including the questions of panels. */
export function questionsOf(model: unknown): Question[] {
  const { pages, elements } = objectOf(model);
  const own = listOf(elements).flatMap(elementOf);
  return [...own, ...listOf(pages).flatMap((page) => questionsOf(page))];
}

function elementOf(element: unknown): Question[] {
  const { type, name, title, isRequired, elements, choices } = objectOf(element);
  if (type === "panel") return questionsOf({ elements });
  if (typeof name !== "string" || typeof type !== "string" || type === "html") return [];
  // Rankings and matrices have `choices`, although an answer is not a single choice.
  return [{ name, type, title: textOf(title) ?? name, isRequired: isRequired === true, choices: listOf(choices).map(choiceOf) }];
}

function choiceOf(choice: unknown): Choice {
  const { value, text } = objectOf(choice);
  const key = String(value ?? choice);
  return { value: key, text: textOf(text) ?? key };
}

/** Returns a text in the model's default language. A translated text is an object with one property per language. */
function textOf(text: unknown): string | undefined {
  if (typeof text === "string") return text;
  const { default: usual, ...others } = objectOf(text);
  const found = usual ?? Object.values(others)[0];
  return typeof found === "string" ? found : undefined;
}

const objectOf = (value: unknown): Json => (typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {});
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
