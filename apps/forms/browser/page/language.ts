import { setupLocale } from "survey-core";
import { en } from "../../src/texts/en.js";
import type { Texts } from "../../src/texts/texts.js";

/** What `locale-{code}.json` has: our own words, and SurveyJS's; either may be missing. */
interface Locale {
  texts?: Texts;
  survey?: Record<string, string>;
}

let used = "en";
let words: Texts = en;

/** The page's own words in the language in use. */
export const texts = (): Texts => words;
/** The locale in use, for dates. */
export const locale = (): string => used;

const timeoutMs = 5000;
const rightToLeft = /^(ar|fa|he|ur)\b/;

/** Loads the words of a locale and uses them from now on; English for a locale that has none, or where they cannot be loaded. */
export async function useLanguage(wanted: string, assets: string): Promise<void> {
  const code = /^[a-z]{2,3}(-[a-z0-9]{2,8})?$/i.test(wanted) ? wanted.toLowerCase() : "en";
  document.documentElement.lang = code;
  document.documentElement.dir = rightToLeft.test(code) ? "rtl" : "ltr";
  if (code === used) return;
  const { texts: own = en, survey } = /^en\b/.test(code) ? {} : await load(`${assets}locale-${code}.json`);
  [used, words] = [code, own];
  // SurveyJS looks for the strings under the model's own spelling.
  if (survey) setupLocale({ localeCode: wanted, strings: survey, nativeName: wanted, englishName: wanted, rtl: rightToLeft.test(code) });
}

async function load(address: string): Promise<Locale> {
  try {
    const answer = await fetch(address, { credentials: "omit", signal: AbortSignal.timeout(timeoutMs) });
    return answer.ok ? ((await answer.json()) as Locale) : {};
  } catch {
    return {};
  }
}
