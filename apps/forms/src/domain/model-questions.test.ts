import { describe, expect, it } from "vitest";
import { questionsOf } from "./model-questions.js";

describe("the questions of a model", () => {
  it("stand on pages, in panels, or in the model itself", () => {
    const model = {
      elements: [{ type: "text", name: "a" }],
      pages: [
        { name: "one", elements: [{ type: "panel", name: "box", elements: [{ type: "rating", name: "b" }] }] },
        { name: "two", questions: [{ type: "comment", name: "c", valueName: "shared" }] },
      ],
    };
    expect(questionsOf(model)).toEqual([
      { type: "rating", key: "b" },
      { type: "comment", key: "shared" },
      { type: "text", key: "a" },
    ]);
  });

  it.each([
    {},
    { pages: [] },
    { pages: [{ name: "one" }] },
    {
      elements: [
        { type: "html", name: "a" },
        { type: "image", name: "b" },
        { type: "expression", name: "c" },
      ],
    },
    { elements: [{ type: "panel", name: "box", elements: [{ type: "html", name: "a" }] }] },
    { elements: "none", pages: [null, 1, []] },
  ])("are none in %j", (model) => expect(questionsOf(model)).toEqual([]));
});
