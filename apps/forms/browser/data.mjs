import "survey-core/i18n";
import { surveyLocalization } from "survey-core";

/** Returns the texts of SurveyJS as one JSON file per language. Omits English, because survey-core itself contains the English texts. */
export const files = () =>
  Object.entries(surveyLocalization.locales)
    .filter(([code, strings]) => code !== "en" && strings)
    .map(([code, strings]) => ({ name: `survey-${code.toLowerCase()}.json`, text: JSON.stringify(strings) }));
