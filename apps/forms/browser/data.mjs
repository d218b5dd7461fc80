import "survey-core/i18n";
import { surveyLocalization } from "survey-core";

/** SurveyJS's texts, one file per language. English is part of survey-core. */
export const files = () =>
  Object.entries(surveyLocalization.locales)
    .filter(([code, strings]) => code !== "en" && strings)
    .map(([code, strings]) => ({ name: `survey-${code.toLowerCase()}.json`, text: JSON.stringify(strings) }));
