import { type LocalizableString, type Question, type QuestionPanelDynamicModel, SurveyModel } from "survey-core";
import { expect, it } from "vitest";
import { pipeHarmlessly } from "./pipe-harmlessly.js";

const markup = "<img src=\"https://elsewhere.test/x.png\" onerror='x()'>";
const shown = "&lt;img src=&quot;https://elsewhere.test/x.png&quot; onerror=&#39;x()&#39;&gt;";

/** What the renderer shows of an HTML question. */
const rendered = (question: Question | null) => (question as Question & { locHtml: LocalizableString }).locHtml.renderedHtml;

/** The HTML of each place that a page shows, with its values. */
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
    pipeHarmlessly(survey);
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
  ["an answer that names another one", "{q}", { q: "{other}", other: markup }, "&#123;other}"],
  ["several, beside a name that is none", "{q} {q} {none}", { q: "&" }, "&amp; &amp; &#123;none}"],
])("%s is put into HTML as a text", (_what, html, data, expected) => {
  expect(processed(html, data)).toEqual(Array(6).fill(expected));
});

it("an answer of the panel that the HTML stands in is one, too", () => {
  const templateElements = [
    { type: "text", name: "q" },
    { type: "html", name: "note", html: "{panel.q}" },
  ];
  const survey = new SurveyModel({ elements: [{ type: "paneldynamic", name: "panels", templateElements }] });
  pipeHarmlessly(survey);
  survey.data = { panels: [{ q: markup }] };
  const { panels } = survey.getQuestionByName("panels") as QuestionPanelDynamicModel;
  expect(rendered(panels[0]?.getQuestionByName("note") ?? null)).toBe(shown);
});
