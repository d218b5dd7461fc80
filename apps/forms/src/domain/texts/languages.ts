import type { PageLocale } from "@offergraph/shared/schema/page-locales";
import { de } from "./de.js";
import { en } from "./en.js";
import { es } from "./es.js";
import { fr } from "./fr.js";
import { it } from "./it.js";
import { nl } from "./nl.js";
import { pl } from "./pl.js";
import { pt } from "./pt.js";
import type { Texts } from "./texts.js";

const languages: Readonly<Record<PageLocale, Texts>> = { de, en, es, fr, it, nl, pl, pt };
const hasTexts = (language: string): language is PageLocale => Object.hasOwn(languages, language);

export const textsIn = (locale: string): Texts | undefined => {
  const [language = ""] = locale.toLowerCase().split("-");
  return hasTexts(language) ? languages[language] : undefined;
};

export const textsFor = (locale: string): Texts => textsIn(locale) ?? en;
