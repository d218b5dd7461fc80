/** SurveyJS's own codes that are not language tags. */
const ownCodes: ReadonlySet<string> = new Set(["default", "mm", "tel", "ua", "cz", "gr"]);

const names = new Intl.DisplayNames(["en"], { type: "language", fallback: "none" });

/** True for a language tag such as `de` or `pt-br`, `default`, or one of SurveyJS's own codes. */
export function isLanguage(code: string): boolean {
  if (ownCodes.has(code)) return true;
  if (!/^[a-z]{2,3}(-[a-z0-9]{2,8}){0,3}$/i.test(code)) return false;
  try {
    return names.of(code) !== undefined;
  } catch {
    return false;
  }
}
