import type { en } from "./en.js";

export type Texts = { readonly [Key in keyof typeof en]: string };

/** Replaces placeholders: filled("Copy {code}", { code: "A" }) is "Copy A". */
export const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
