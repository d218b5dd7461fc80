import { describe, expect, it } from "vitest";
import { closedAnswers } from "./closed-answers.js";

const keptOf = (elements: object[], answers: Record<string, unknown>, more: object = {}) =>
  closedAnswers({ ...more, pages: [{ name: "first", elements }] }, answers);

describe("closed-ended answers", () => {
  it("are the choices", () => {
    const elements = [
      { type: "rating", name: "stars" },
      { type: "radiogroup", name: "why", choices: ["price", "fit"] },
      { type: "checkbox", name: "also", choices: ["price", "fit"] },
      { type: "boolean", name: "again" },
      { type: "matrix", name: "grid", columns: ["good", "bad"], rows: ["price"] },
    ];
    const answers = { stars: 4, why: "fit", also: ["price"], again: true, grid: { price: "bad" } };
    expect(keptOf(elements, answers)).toEqual(answers);
  });

  it("exclude texts and nested questions", () => {
    const elements = [
      { type: "rating", name: "stars" },
      { type: "comment", name: "words" },
      ...["text", "email", "date", "number"].map((inputType) => ({ type: "text", name: inputType, inputType })),
      { type: "multipletext", name: "parts", items: [{ name: "one" }] },
      { type: "paneldynamic", name: "panels", templateElements: [{ type: "text", name: "one" }] },
      { type: "signaturepad", name: "signed" },
    ];
    const texts = { words: "Ann", text: "Ann", email: "a@b.c", date: "2000-01-01", number: 4711, signed: "data:," };
    const answers = { ...texts, stars: 4, parts: { one: "Ann" }, panels: [{ one: "Ann" }] };
    expect(keptOf(elements, answers)).toEqual({ stars: 4 });
  });

  it('exclude comments, and choices whose "other" text replaces the value', () => {
    const elements = [{ type: "radiogroup", name: "why", choices: ["price"], showOtherItem: true }];
    expect(keptOf(elements, { why: "other", "why-Comment": "Ann" })).toEqual({ why: "other" });
    expect(keptOf(elements, { why: "Ann" }, { storeOthersAsComment: false })).toEqual({});
  });

  it("exclude answers shared with a text question, and unknown ones", () => {
    const shared = { valueName: "both" };
    const elements = [
      { type: "rating", name: "stars", ...shared },
      { type: "text", name: "words", ...shared },
      { type: "rating", name: "more", ...shared },
    ];
    expect(keptOf(elements, { both: "Ann", sum: "Ann" })).toEqual({});
  });
});
