import { QuestionHtmlModel, type SurveyModel } from "survey-core";

const signs: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;", "{": "&#123;" };

/** A text as HTML shows it; and as SurveyJS finds no further name in it. */
const escaped = (text: string) => text.replace(/[&<>"'{]/g, (sign) => signs[sign] ?? sign);

const withTexts = (html: string, process: (name: string) => string) => html.replace(/\{[^{}]+\}/g, (name) => escaped(process(name)));

/**
 * Puts the values that a form's HTML names ("{name}") into it as texts. SurveyJS would put them in as HTML: what visitors write, what
 * choices are called, and what save_form_draft does not look at as HTML.
 */
export function pipeHarmlessly(survey: SurveyModel): void {
  survey.onProcessHtml.add((_, options) => {
    options.html = withTexts(options.html, (name) => survey.processText(name, true));
  });
  // It brings a page of its own, whose HTML gets its values elsewhere; who has answered before is known by other means here.
  survey.cookieName = "";
}

// A question's HTML gets its values here already; later there are none left to put in. (It has to know of the panel it stands in.)
const { getProcessedText } = QuestionHtmlModel.prototype;
QuestionHtmlModel.prototype.getProcessedText = function (html: string): string {
  return withTexts(html, (name) => getProcessedText.call(this, name));
};
