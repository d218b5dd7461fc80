import type { SurveyModel } from "survey-core";

const signs: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;", "{": "&#123;" };

/** A text as HTML shows it; and as SurveyJS finds no further name in it. */
const escaped = (text: string) => text.replace(/[&<>"'{]/g, (sign) => signs[sign] ?? sign);

/**
 * Puts the values that a form's HTML names ("{name}") into it as texts. SurveyJS would put them in as HTML: what visitors write, what
 * choices are called, and what save_form_draft does not look at as HTML.
 */
export function pipeHarmlessly(survey: SurveyModel): void {
  survey.onProcessHtml.add((_, options) => {
    options.html = options.html.replace(/\{[^{}]+\}/g, (name) => escaped(survey.processText(name, true)));
  });
}
