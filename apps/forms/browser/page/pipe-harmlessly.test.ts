import { SurveyModel } from "survey-core";
import { expect, it } from "vitest";
import { pipeHarmlessly } from "./pipe-harmlessly.js";

const markup = "<img src=\"https://elsewhere.test/x.png\" onerror='x()'>";
const shown = "&lt;img src=&quot;https://elsewhere.test/x.png&quot; onerror=&#39;x()&#39;&gt;";

function processed(html: string, data: object): [string, string] {
  const choices = [{ value: "a", text: markup }];
  const survey = new SurveyModel({
    completedHtml: html,
    elements: [
      { type: "html", name: "note", html },
      { type: "text", name: "q" },
      { type: "text", name: "other" },
      { type: "dropdown", name: "pick", choices },
    ],
  });
  pipeHarmlessly(survey);
  survey.data = data;
  return [survey.processedCompletedHtml, (survey.getQuestionByName("note") as unknown as { processedHtml: string }).processedHtml];
}

it.each([
  ["an answer", "<b>{q}</b>", { q: markup }, `<b>${shown}</b>`],
  ["a choice's text", "{pick}", { pick: "a" }, shown],
  ["an answer that names another one", "{q}", { q: "{other}", other: markup }, "&#123;other}"],
  ["several, beside a name that is none", "{q} {q} {none}", { q: "&" }, "&amp; &amp; &#123;none}"],
])("%s is put into HTML as a text", (_what, html, data, expected) => {
  expect(processed(html, data)).toEqual([expected, expected]);
});
