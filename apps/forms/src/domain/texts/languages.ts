import { de } from "./de.js";
import { en } from "./en.js";
import { es } from "./es.js";
import { fr } from "./fr.js";
import { it } from "./it.js";
import { nl } from "./nl.js";
import { pl } from "./pl.js";
import { pt } from "./pt.js";
import type { Texts } from "./texts.js";

const languages: Readonly<Record<string, Texts>> = { de, en, es, fr, it, nl, pl, pt };

export const textsIn = (locale: string): Texts | undefined => {
  const [language = ""] = locale.toLowerCase().split("-");
  return Object.hasOwn(languages, language) ? languages[language] : undefined;
};

export const textsFor = (locale: string): Texts => textsIn(locale) ?? en;
