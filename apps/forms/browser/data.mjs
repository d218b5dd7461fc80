import "survey-core/i18n";
import { surveyLocalization } from "survey-core";

/** SurveyJS's own words, a file for each language but English, which is in survey-core itself. */
export const files = () =>
  Object.entries(surveyLocalization.locales)
    .filter(([code, strings]) => code !== "en" && strings)
    .map(([code, strings]) => ({ name: `survey-${code.toLowerCase()}.json`, text: JSON.stringify(strings) }));
