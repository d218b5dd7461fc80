import { QuestionHtmlModel, type SurveyModel } from "survey-core";

const signs: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;", "{": "&#123;" };

/** Escapes a text for HTML, including `{`, so that SurveyJS finds no placeholder in it. */
const escaped = (text: string) => text.replace(/[&<>"'{]/g, (sign) => signs[sign] ?? sign);

const withTexts = (html: string, process: (name: string) => string) => html.replace(/\{[^{}]+\}/g, (name) => escaped(process(name)));

/** Escapes the values that replace placeholders ("{name}") in a form's HTML: SurveyJS inserts answers and titles unsanitized. */
export function pipeSafely(survey: SurveyModel): void {
  survey.onProcessHtml.add((_, options) => {
    options.html = withTexts(options.html, (name) => survey.processText(name, true));
  });
  // Disabled: its page processes placeholders elsewhere, and repeats are detected by the server.
  survey.cookieName = "";
}

// Replaces a question's placeholders here, where its panel is known; none remain for SurveyJS's later pass.
const { getProcessedText } = QuestionHtmlModel.prototype;
QuestionHtmlModel.prototype.getProcessedText = function (html: string): string {
  return withTexts(html, (name) => getProcessedText.call(this, name));
};
