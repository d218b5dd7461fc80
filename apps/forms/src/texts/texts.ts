import type { en } from "./en.js";

/** The page's own words in one language. */
export type Texts = { readonly [Key in keyof typeof en]: string };

/** A text with its placeholders replaced: filled("Copy {code}", { code: "A" }) is "Copy A". */
export const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
