import { isObject } from "../domain/draft-walk.js";
import { textsFor } from "../texts/languages.js";

/** The title and the language of a model, as its page has them until the visitor's form is there. */
export function titleOf(model: Record<string, unknown>): { title: string; language: string } {
  const { title, locale } = model;
  const language = typeof locale === "string" && /^[a-z]{2,3}(-[a-z0-9]+)*$/i.test(locale) ? locale : "en";
  const text = isObject(title) ? (title[language] ?? title.default) : title;
  // A form's own title is for the workspace; visitors see the model's alone.
  return { title: typeof text === "string" && text.trim() ? text.trim() : textsFor(language).untitled, language };
}
