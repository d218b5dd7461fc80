import { setupLocale } from "survey-core";
import { en } from "../../src/domain/texts/en.js";
import type { Texts } from "../../src/domain/texts/texts.js";

/**
 * Contents of `locale-{code}.json`. `texts` contains our texts, and `survey` contains the texts of SurveyJS. Untranslated fields are
 * absent.
 */
interface Locale {
  texts?: Texts;
  survey?: Record<string, string>;
}

let used = "en";
let words: Texts = en;

export const texts = (): Texts => words;
export const locale = (): string => used;

const timeoutMs = 5000;
const rightToLeft = /^(ar|fa|he|ur)\b/;

/** Sets the page's language and loads its texts. Uses the English texts if the texts cannot be loaded. */
export async function useLanguage(wanted: string, assets: string): Promise<void> {
  const code = /^[a-z]{2,3}(-[a-z0-9]{2,8})?$/i.test(wanted) ? wanted.toLowerCase() : "en";
  document.documentElement.lang = code;
  document.documentElement.dir = rightToLeft.test(code) ? "rtl" : "ltr";
  if (code === used) return;
  const { texts: own = en, survey } = /^en\b/.test(code) ? {} : await load(`${assets}locale-${code}.json`);
  [used, words] = [code, own];
  // Registers the strings under the model's locale code, because SurveyJS looks up exactly this code.
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
