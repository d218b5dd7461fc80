import { Violations } from "@offergraph/shared/errors/user-error";
import { describe, expect, it, vi } from "vitest";
import { checkAnswers } from "./check-answers.js";

const model = (...elements: object[]) => ({ pages: [{ name: "one", elements }] });
function check(elements: object[], answers: Record<string, unknown>, ends = false) {
  const violations = new Violations();
  const checked = checkAnswers(model(...elements), answers, ends, ["answers"], violations);
  return { ...checked, found: violations.list.map(({ field, code }) => `${field.slice(1).join(".")} ${code}`), violations };
}
const found = (elements: object[], answers: Record<string, unknown>, ends = false) => check(elements, answers, ends).found;

const color = { type: "radiogroup", name: "color", choices: ["red", { value: 2, text: "Two" }] };
const email = { type: "text", name: "email", isRequired: true, validators: [{ type: "email" }] };

describe("answers", () => {
  it.each<[string, object, unknown]>([
    ["a text", { type: "text" }, "é\n"],
    ["a comment", { type: "comment" }, "long"],
    ["a number", { type: "text", inputType: "number", min: 1, max: 5 }, 5],
    ["a boolean", { type: "boolean" }, false],
    ["a boolean of its own values", { type: "boolean", valueTrue: "yes", valueFalse: "no" }, "no"],
    ["a choice", { type: "dropdown", choices: ["a", 1] }, 1],
    ["none", { type: "radiogroup", choices: ["a"], showNoneItem: true }, "none"],
    ["several choices", { type: "checkbox", choices: [1, 2, 3], showNoneItem: true }, [3, 1]],
    ["a tag box", { type: "tagbox", choices: ["a", "b"] }, ["b"]],
    ["a ranking", { type: "ranking", choices: ["a", "b"] }, ["b", "a"]],
    ["a picture", { type: "imagepicker", choices: ["a", "b"] }, "b"],
    ["a rating", { type: "rating", rateMax: 10 }, 10],
    ["a slider", { type: "slider", min: 0, max: 10 }, 3],
    ["a matrix", { type: "matrix", columns: ["c"], rows: ["r"] }, { r: "c" }],
    ["a matrix of questions", { type: "matrixdropdown", columns: [{ name: "c", cellType: "text" }], rows: ["r"] }, { r: { c: "x" } }],
    ["a list of rows", { type: "matrixdynamic", columns: [{ name: "c", cellType: "dropdown", choices: ["x"] }] }, [{ c: "x" }, {}]],
    ["a list of panels", { type: "paneldynamic", templateElements: [{ type: "rating", name: "r" }] }, [{ r: 1 }, { r: 5 }]],
    ["several texts", { type: "multipletext", items: [{ name: "i" }] }, { i: "x" }],
  ])("that are %s are accepted unchanged", (_what, question, answer) => {
    const { answers, found } = check([{ ...question, name: "q" }], { q: answer }, true);
    expect(found).toEqual([]);
    expect(answers).toEqual({ q: answer });
  });

  it.each<[string, object, unknown, string[]]>([
    ["a number for a text", { type: "text" }, 5, ["q INVALID"]],
    ["an object for a text", { type: "comment" }, {}, ["q INVALID"]],
    ["a text for a number", { type: "text", inputType: "number" }, "5", ["q INVALID"]],
    ["a number beyond its bound", { type: "text", inputType: "number", max: 5 }, 6, ["q INVALID"]],
    ["no e-mail address", { type: "text", validators: [{ type: "email" }] }, "ann", ["q INVALID"]],
    ["a text that breaks a pattern", { type: "text", validators: [{ type: "regex", regex: "^a+$" }] }, "b", ["q INVALID"]],
    ["a text for a boolean", { type: "boolean" }, "true", ["q INVALID"]],
    ["a choice that is not offered", color, "blue", ["q INVALID"]],
    ["a choice of another type", color, "2", ["q INVALID"]],
    ["a single value for a list", { type: "checkbox", choices: ["a"] }, "a", ["q INVALID"]],
    ["choices of which some are not offered", { type: "checkbox", choices: ["a"] }, ["a", "b", "c"], ["q.1 INVALID", "q.2 INVALID"]],
    ["one choice twice", { type: "tagbox", choices: ["a"] }, ["a", "a"], ["q.1 INVALID"]],
    ["too many choices", { type: "checkbox", choices: ["a", "b"], maxSelectedChoices: 1 }, ["a", "b"], ["q INVALID"]],
    ["a rating that is not offered", { type: "rating", rateMax: 5 }, 6, ["q INVALID"]],
    ["a place beyond the slider", { type: "slider", min: 0, max: 10 }, 11, ["q INVALID"]],
    ["unknown rows and columns", { type: "matrix", columns: ["c"], rows: ["r"] }, { r: "d", s: "c" }, ["q.r INVALID", "q.s INVALID"]],
    ["a row that is none", { type: "matrixdynamic", columns: [{ name: "c" }] }, ["x"], ["q INVALID"]],
    ["an unknown cell", { type: "matrixdynamic", columns: [{ name: "c", cellType: "text" }] }, [{ d: "x" }], ["q.0.d UNKNOWN_FIELD"]],
    ["a cell of a wrong type", { type: "matrixdynamic", columns: [{ name: "c", cellType: "text" }] }, [{ c: 1 }], ["q.0.c INVALID"]],
    [
      "a panel's bad answer",
      { type: "paneldynamic", templateElements: [{ type: "text", name: "t", inputType: "email" }] },
      [{ t: "x" }],
      ["q.0.t INVALID"],
    ],
    ["an unknown text", { type: "multipletext", items: [{ name: "i" }] }, { j: "x" }, ["q.j UNKNOWN_FIELD"]],
    [
      "rows of more cells than a form may have",
      { type: "matrixdynamic", columns: Array.from({ length: 10 }, (_, index) => ({ name: `c${index}` })) },
      Array(51).fill({}),
      ["q LIMIT_EXCEEDED"],
    ],
    [
      "panels in panels without end",
      { type: "paneldynamic", templateElements: [{ type: "paneldynamic", name: "i", templateElements: [{ type: "text", name: "t" }] }] },
      [{ i: Array(300).fill({}) }],
      ["q LIMIT_EXCEEDED"],
    ],
    ["a million rows", { type: "matrixdynamic", columns: [{ name: "c" }] }, Array(201).fill({}), ["q LIMIT_EXCEEDED"]],
  ])("that are %s are rejected with their path", (_what, question, answer, expected) => {
    expect(found([{ ...question, name: "q" }], { q: answer })).toEqual(expected);
  });

  it("shared by several questions are too large if they are for one of them", () => {
    const shared = (type: string, more: object) => ({ type, name: type, valueName: "v", ...more });
    const rows = shared("matrixdynamic", { columns: Array.from({ length: 10 }, (_, index) => ({ name: `c${index}` })) });
    expect(found([shared("checkbox", { choices: ["a"] }), rows], { v: Array(51).fill({}) })).toEqual(["v LIMIT_EXCEEDED"]);
  });

  it("to unknown questions are all rejected at once", () => {
    expect(found([color], { a: 1, color: "blue", __proto__x: 2 })).toEqual([
      "a UNKNOWN_FIELD",
      "__proto__x UNKNOWN_FIELD",
      "color INVALID",
    ]);
    expect(found([{ type: "html", name: "h", html: "x" }], { h: "x" })).toEqual(["h UNKNOWN_FIELD"]);
  });

  it("with too many choices are rejected with the maximum", () => {
    const question = { type: "checkbox", name: "q", choices: ["a", "b"], maxSelectedChoices: 1 };
    expect(check([question], { q: ["a", "b"] }).violations.list).toMatchObject([{ message: "At most 1 choices are allowed." }]);
  });

  it("may have a comment if the question has a comment field", () => {
    expect(found([{ ...color, showCommentArea: true }], { color: "red", "color-Comment": "why" })).toEqual([]);
    expect(found([color], { "color-Comment": "why" })).toEqual(["color-Comment UNKNOWN_FIELD"]);
    const other = { ...color, showOtherItem: true };
    expect(found([other], { color: "other" })).toEqual([]);
    expect(found([other], { color: "other" }, true)).toEqual(["color REQUIRED"]);
    expect(found([other], { color: "other", "color-Comment": "blue" }, true)).toEqual([]);
  });

  it("may lack required questions until the response ends", () => {
    expect(found([email, color], { color: "red" })).toEqual([]);
    expect(found([email, color], { color: "red" }, true)).toEqual(["email REQUIRED"]);
    expect(found([email], {}, true)).toEqual(["email REQUIRED"]);
    expect(found([{ type: "matrix", name: "m", columns: ["c"], rows: ["r", "s"], isAllRowRequired: true }], { m: { r: "c" } })).toEqual([]);
  });

  it("to hidden questions are optional and dropped", () => {
    const why = { type: "text", name: "why", isRequired: true, visibleIf: "{color} = 'red'" };
    expect(found([color, why], { color: "red" }, true)).toEqual(["why REQUIRED"]);
    const hidden = check([color, why], { color: 2, why: "left over" }, true);
    expect([hidden.found, hidden.answers]).toEqual([[], { color: 2 }]);
    expect(check([color, why], { color: 2, why: "left over" }).answers).toEqual({ color: 2, why: "left over" });
    const panel = { type: "panel", name: "p", visibleIf: "{color} = 'red'", elements: [email] };
    expect(found([color, panel], { color: 2 }, true)).toEqual([]);
  });

  it("to scale questions are returned separately, in order", () => {
    const { scale } = check([{ type: "rating", name: "a" }, color, { type: "matrix", name: "m", columns: [1, 2], rows: ["r", "s"] }], {
      m: { r: 1, s: 2 },
      color: "red",
      a: 5,
    });
    expect(scale).toEqual([5, 1, 2]);
  });

  it("are not mutated", () => {
    const answers = { m: [{ c: "x" }] };
    check(
      [{ type: "matrixdynamic", name: "m", columns: [{ name: "c", cellType: "text", defaultValue: "y" }], rowCount: 3 }],
      answers,
      true,
    );
    expect(answers).toEqual({ m: [{ c: "x" }] });
  });

  it("of the wrong form are not logged", () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const matrix = { type: "matrix", name: "m", columns: ["c"], rows: ["r"] };
    const panels = { type: "paneldynamic", name: "p", templateElements: [matrix] };
    expect(found([matrix, panels], { m: "secret", p: [{ m: "secret" }] })).toEqual(["m INVALID", "p.0.m INVALID"]);
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
  });
});
