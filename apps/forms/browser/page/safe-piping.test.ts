import { type LocalizableString, type Question, type QuestionPanelDynamicModel, SurveyModel } from "survey-core";
import { expect, it } from "vitest";
import { pipeSafely } from "./safe-piping.js";

const markup = "<img src=\"https://elsewhere.test/x.png\" onerror='x()'>";
const shown = "&lt;img src=&quot;https://elsewhere.test/x.png&quot; onerror=&#39;x()&#39;&gt;";

const rendered = (question: Question | null) => (question as Question & { locHtml: LocalizableString }).locHtml.renderedHtml;

/** Puts the HTML in each part of a form that can contain HTML. Returns the processed HTML of each part. */
function processed(html: string, data: object): string[] {
  const elements = [
    { type: "html", name: "note", html },
    { type: "text", name: "q" },
    { type: "text", name: "other" },
    { type: "dropdown", name: "pick", choices: [{ value: "a", text: markup }] },
    { type: "paneldynamic", name: "panels", panelCount: 1, templateElements: [{ type: "html", name: "inner", html }] },
  ];
  return [{ completedHtml: html }, { completedHtmlOnCondition: [{ expression: "1 = 1", html }] }].flatMap((end) => {
    const survey = new SurveyModel({ ...end, elements });
    pipeSafely(survey);
    survey.data = data;
    const { panels } = survey.getQuestionByName("panels") as QuestionPanelDynamicModel;
    return [
      survey.processedCompletedHtml,
      rendered(survey.getQuestionByName("note")),
      rendered(panels[0]?.getQuestionByName("inner") ?? null),
    ];
  });
}

it.each([
  ["an answer", "<b>{q}</b>", { q: markup }, `<b>${shown}</b>`],
  ["a choice's text", "{pick}", { pick: "a" }, shown],
  ["an answer with another placeholder", "{q}", { q: "{other}", other: markup }, "&#123;other}"],
  ["several, next to an unknown name", "{q} {q} {none}", { q: "&" }, "&amp; &amp; &#123;none}"],
])("%s is escaped in HTML", (_what, html, data, expected) => {
  expect(processed(html, data)).toEqual(Array(6).fill(expected));
});

it("an answer in the panel of the HTML is escaped too", () => {
  const templateElements = [
    { type: "text", name: "q" },
    { type: "html", name: "note", html: "{panel.q}" },
  ];
  const survey = new SurveyModel({ elements: [{ type: "paneldynamic", name: "panels", templateElements }] });
  pipeSafely(survey);
  survey.data = { panels: [{ q: markup }] };
  const { panels } = survey.getQuestionByName("panels") as QuestionPanelDynamicModel;
  expect(rendered(panels[0]?.getQuestionByName("note") ?? null)).toBe(shown);
});
