import { QuestionHtmlModel, type SurveyModel } from "survey-core";

const signs: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;", "{": "&#123;" };

/** Escapes a text for HTML. Also escapes `{`, so that SurveyJS does not find placeholders in the text. */
const escaped = (text: string) => text.replace(/[&<>"'{]/g, (sign) => signs[sign] ?? sign);

const withTexts = (html: string, process: (name: string) => string) => html.replace(/\{[^{}]+\}/g, (name) => escaped(process(name)));

/** Escapes the values of placeholders ("{name}") in a form's HTML, because SurveyJS inserts values unescaped. */
export function pipeSafely(survey: SurveyModel): void {
  survey.onProcessHtml.add((_, options) => {
    options.html = withTexts(options.html, (name) => survey.processText(name, true));
  });
  // Disables SurveyJS's page for returning visitors, because `onProcessHtml` does not escape the page's placeholders.
  survey.cookieName = "";
}

// Escapes the values in HTML questions. Only `getProcessedText` resolves placeholders such as `{panel.name}` in a dynamic panel.
const { getProcessedText } = QuestionHtmlModel.prototype;
QuestionHtmlModel.prototype.getProcessedText = function (html: string): string {
  return withTexts(html, (name) => getProcessedText.call(this, name));
};
