import { expect, it } from "vitest";
import { answerText } from "./answer-text.js";
import { resultsOf } from "./count-answers.js";
import { questionsOf } from "./questions.js";

const model = {
  pages: [
    {
      elements: [
        {
          type: "radiogroup",
          name: "way",
          title: { default: "How?", de: "Wie?" },
          isRequired: true,
          choices: ["ad", { value: 2, text: "A friend" }],
        },
        { type: "panel", elements: [{ type: "comment", name: "why" }] },
        { type: "html", name: "note", html: "Hello" },
      ],
    },
  ],
  elements: [{ type: "checkbox", name: "drinks", title: "Drinks" }],
};

it("reads the questions of a model, also from panels, and no texts", () => {
  expect(questionsOf(model).map(({ name, title, isRequired }) => [name, title, isRequired])).toEqual([
    ["drinks", "Drinks", false],
    ["way", "How?", true],
    ["why", "why", false],
  ]);
  for (const broken of [null, undefined, 5, [], { pages: 1 }, { elements: [null, 3, { name: 5 }] }])
    expect(questionsOf(broken)).toEqual([]);
});

it("counts answers by the text of their choice, and shows the newest free texts", () => {
  const responses = [
    { way: 2, why: "new", drinks: ["tea", "milk"] },
    { way: "ad", why: "", drinks: ["tea"], gone: true },
    { way: 2, why: "old" },
  ];
  expect(resultsOf(questionsOf(model), responses)).toEqual([
    {
      name: "drinks",
      title: "Drinks",
      answered: 2,
      counts: [
        { text: "tea", count: 2 },
        { text: "milk", count: 1 },
      ],
      ranks: [],
      texts: [],
    },
    {
      name: "way",
      title: "How?",
      answered: 3,
      counts: [
        { text: "A friend", count: 2 },
        { text: "ad", count: 1 },
      ],
      ranks: [],
      texts: [],
    },
    { name: "why", title: "why", answered: 2, counts: [], ranks: [], texts: ["new", "old"] },
    { name: "gone", title: "gone", answered: 1, counts: [{ text: "Yes", count: 1 }], ranks: [], texts: [] },
  ]);
});

it("shows many different answers as texts", () => {
  const responses = Array.from({ length: 20 }, (_, index) => ({ place: `Place ${index}` }));
  const [result] = resultsOf([], responses);
  expect([result?.counts, result?.texts.length, result?.answered]).toEqual([[], 5, 20]);
});

it("shows the average position of each choice of a ranking", () => {
  const question = { name: "best", title: "Best?", type: "ranking", isRequired: false, choices: [{ value: "a", text: "Price" }] };
  const responses = [{ best: ["a", "b", "c"] }, { best: ["b", "a", "c"] }, { best: ["a", "b"] }];
  const [result] = resultsOf([question], responses);
  expect(result).toEqual({
    ...{ name: "best", title: "Best?", answered: 3, counts: [], texts: [] },
    ranks: [
      { text: "Price", position: 4 / 3, count: 3 },
      { text: "b", position: 5 / 3, count: 3 },
      { text: "c", position: 3, count: 2 },
    ],
  });
});

it("shows that a visitor signed, and the names of files, but not their content", () => {
  const signature = (kind: string) => `data:image/${kind};base64,AAAA`;
  const question = { name: "sign", title: "Sign", type: "signaturepad", isRequired: false, choices: [] };
  const [result] = resultsOf([question], [{ sign: signature("png") }, { sign: signature("svg+xml") }]);
  expect([result?.counts, result?.texts]).toEqual([[{ text: "Signed", count: 2 }], []]);
  const file = { name: "a.pdf", type: "application/pdf", content: "data:application/pdf;base64,AAAA" };
  expect([answerText([file, { ...file, name: "b.pdf" }]), answerText(file.content)]).toEqual(["a.pdf, b.pdf", "File"]);
  expect([answerText("data: it was slow"), answerText({ name: "Ann" })]).toEqual(["data: it was slow", "name: Ann"]);
});
