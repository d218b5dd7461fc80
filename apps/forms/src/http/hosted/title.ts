import { isObject } from "../../domain/draft-walk.js";
import { textsFor } from "../../domain/texts/languages.js";

/** Returns a model's title and language, for the page until the visitor's form has loaded. */
export function titleOf(model: Record<string, unknown>): { title: string; language: string } {
  const { title, locale } = model;
  const language = typeof locale === "string" && /^[a-z]{2,3}(-[a-z0-9]+)*$/i.test(locale) ? locale : "en";
  const text = isObject(title) ? (title[language] ?? title.default) : title;
  // Form.title is internal; visitors see the model's title only.
  return { title: typeof text === "string" && text.trim() ? text.trim() : textsFor(language).untitled, language };
}
