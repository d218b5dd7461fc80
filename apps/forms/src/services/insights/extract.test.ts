import { describe, expect, it } from "vitest";
import type { Json } from "../../domain/draft-walk.js";
import type { AnswerInsights } from "../../domain/insights.js";
import type { FormReasonSet } from "../../generated/types.js";
import { extractInsights, maxReadOfResponse } from "./extract.js";
import { winkTokenizer } from "./tokenizer.js";

const tokenizer = winkTokenizer();

const choices = ["b", { value: "a", text: { default: "Aye", de: "Ja" } }];
const model = {
  elements: [
    { type: "comment", name: "why", title: "Why?" },
    { type: "text", name: "short" },
    { type: "text", name: "mail", inputType: "email" },
    { type: "text", name: "count", inputType: "number" },
    { type: "radiogroup", name: "one", choices, showOtherItem: true, showCommentArea: false },
    { type: "checkbox", name: "many", choices, showCommentArea: true },
    { type: "boolean", name: "sure", labelTrue: "Certainly" },
    { type: "rating", name: "stars" },
    { type: "matrix", name: "grid", rows: ["x", { value: "y", text: "Why" }], columns: [{ value: 1, text: "Bad" }, 2] },
    { type: "matrixdynamic", name: "table", columns: [{ name: "note", cellType: "comment" }] },
    { type: "multipletext", name: "texts", items: [{ name: "first", title: "The first" }, { name: "second" }] },
    { type: "paneldynamic", name: "panels", templateElements: [{ type: "comment", name: "inner", title: "Inner" }] },
    { type: "file", name: "upload" },
    { type: "signaturepad", name: "signed" },
    { type: "html", name: "words", html: "<p>Hello there</p>" },
    { type: "expression", name: "sum", expression: "1 + 1" },
    { type: "text", name: "shared", valueName: "both" },
    { type: "text", name: "sharing", valueName: "both" },
  ],
};
const learnt = (answers: Json, reasonSet: FormReasonSet | null = null) => extractInsights({ model, answers, reasonSet }, tokenizer);
const only = (answers: Json, reasonSet: FormReasonSet | null = null) => {
  const all = learnt(answers, reasonSet);
  expect(all).toHaveLength(1);
  return all[0] as AnswerInsights;
};

describe("an answer", () => {
  it.each([
    ["words as they are", { why: " Too slow " }, "Too slow"],
    ["a number", { count: 0 }, "0"],
    ["a choice by its text", { one: "a" }, "Aye"],
    ["choices by their texts", { many: ["b", "a"] }, "b, Aye"],
    ["what is typed for other", { one: "other", "one-Comment": "My own" }, "My own"],
    ["a choice with a comment", { many: ["a"], "many-Comment": "and more" }, "Aye: and more"],
    ["a comment alone", { "many-Comment": "only this" }, "only this"],
    ["yes by its label", { sure: true }, "Certainly"],
    ["no", { sure: false }, "No"],
    ["a grid by its titles", { grid: { x: 2, y: 1 } }, "x: 2, Why: Bad"],
    ["rows one after the other", { table: [{ note: "one" }, { note: "two" }] }, "note: one; note: two"],
    ["several texts by their titles", { texts: { first: "one", second: "two" } }, "The first: one, second: two"],
    ["panels by their titles", { panels: [{ inner: "deep" }] }, "Inner: deep"],
    ["a file by its name", { upload: [{ name: "a.png", type: "image/png", content: "data:image/png;base64,AAAA" }] }, "a.png"],
    ["no signature", { signed: "data:image/png;base64,AAAA" }, null],
    ["5,000 characters, no half sign", { why: `${"a".repeat(4_999)}😀b` }, "a".repeat(4_999)],
  ])("is read as text: %s", (_rule, answers, text) => {
    expect(only(answers).text).toBe(text);
  });

  it("is returned per answered question in the form's order", () => {
    const answers = { stars: 1, why: "no", short: "", many: [], grid: {}, sure: null, sum: 2, words: "x", unknown: "y" };
    expect(learnt(answers).map(({ question }) => question)).toEqual(["why", "stars"]);
  });

  it("belongs to the first question that shares it", () => {
    expect(only({ both: "said once" }).question).toBe("shared");
  });

  it.each([
    ["two words", { why: "too slow" }, true],
    ["one word", { why: "slow!" }, false],
    ["words without spaces between them", { why: "品質很好" }, true],
    ["signs", { why: "?! 👍 👍" }, false],
    ["an address", { mail: "ann b@example.com" }, false],
    ["a choice", { many: ["a", "b"] }, false],
    ["words beside a choice", { many: ["a"], "many-Comment": "and more" }, true],
    ["words in a panel", { panels: [{ inner: "two words" }] }, true],
    ["words in a table", { table: [{ note: "two words" }] }, true],
    ["words among several texts", { texts: { second: "two words" } }, true],
  ])("is readable with at least two words of free text: %s", (_rule, answers, readable) => {
    expect(only(answers).readable).toBe(readable);
  });

  it("has the distinct facts of all its free texts", () => {
    const rows = ["The price is bad.", "The staff is great.", "The price is bad."].map((note) => ({ note }));
    const opinions = only({ table: rows }).facts.filter(({ kind }) => kind === "opinion");
    expect(opinions.map(({ subject, attribute }) => `${subject} ${attribute}`)).toEqual(["price bad", "staff great"]);
    expect(only({ one: "a" }).facts).toEqual([]);
  });

  it("is truncated to the response's limit", () => {
    const rows = Array.from({ length: 10 }, (_, index) => ({
      note: `${"well ".repeat(maxReadOfResponse / 50)}. Item${"abcdefghij"[index]} is bad.`,
    }));
    const read = new Set(only({ table: rows }).facts.flatMap(({ subject }) => subject ?? []));
    expect(read.size).toBeGreaterThan(0);
    expect(read.size).toBeLessThan(10);
  });
});

describe("reasons", () => {
  const reasons = [
    { key: "a", what: "Too expensive" },
    { key: "b", what: "Slow shipping" },
  ];
  const set = (names: Partial<FormReasonSet>): FormReasonSet => ({ questionId: null, questionKey: null, reasons, ...names });
  const sorted = (answers: Json, reasonSet: FormReasonSet | null) => {
    const { reasons: found, reasonOutcome } = only(answers, reasonSet);
    return { found: found.map(({ broad, family }) => `${broad} ${family}`), reasonOutcome };
  };

  it.each([
    ["the key that was chosen", { one: "a" }, set({ questionKey: "one" }), ["a Too expensive"], "a"],
    ["all keys that were chosen", { many: ["b", "a"] }, set({ questionKey: "many" }), ["a Too expensive", "b Slow shipping"], "b"],
    ["none for another question", { many: ["a"] }, set({ questionKey: "one" }), [], null],
    ["none that the set has not", { one: "other" }, set({ questionKey: "one" }), [], null],
    ["a question by the name of its value", { both: "a" }, set({ questionKey: "both" }), ["a Too expensive"], "a"],
    ["a choice of any question, where none is named", { one: "b" }, set({}), ["b Slow shipping"], "b"],
    ["what words speak of", { why: "The delivery took very long, it was late." }, set({ questionKey: "why" }), ["b Slow shipping"], null],
    ["nothing that words do not speak of", { why: "The staff was rude." }, set({ questionKey: "why" }), [], null],
    ["no words, where no question is named", { why: "The delivery was late." }, set({}), [], null],
    ["none without a set", { one: "a" }, null, [], null],
  ])("are %s", (_rule, answers, reasonSet, found, reasonOutcome) => {
    expect(sorted(answers, reasonSet)).toEqual({ found, reasonOutcome });
  });
});
