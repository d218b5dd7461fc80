import { readFileSync } from "node:fs";
import { Violations } from "@offergraph/shared/errors/user-error";
import { describe, expect, it, vi } from "vitest";
import { htmlKeys, maxBytes, pictureKeys } from "../../domain/draft.js";
import { maxMade } from "../../domain/draft-size.js";
import { checkModel, expressionKeys, propertiesOfType } from "./check-model.js";

const findingsOf = (model: object) => {
  const violations = new Violations();
  checkModel(model as Record<string, unknown>, ["p"], violations);
  return violations.list.map(({ field, code }) => `${field.slice(1).join(".")} ${code}`.trim()).sort();
};
const texts = (length: number) => Array.from({ length }, (_, index) => ({ type: "text", name: `t${index}` }));
const panelOf = (panelCount: number, length: number) => ({
  type: "paneldynamic",
  name: "inner",
  panelCount,
  templateElements: texts(length),
});
const withElements = (...elements: unknown[]) => ({ pages: [{ name: "first", elements }] });
const element = (fields: object) => findingsOf(withElements({ type: "text", name: "q", ...fields }));
const prefix = "pages.0.elements.0";

describe("a form's model", () => {
  it("with all types of questions and panels, logic and languages is accepted", () => {
    const choices = ["a", { value: "b", text: { default: "B", de: "Be" } }, 3];
    expect(
      findingsOf({
        title: { default: "Title", de: "Titel" },
        locale: "de",
        showProgressBar: true,
        completedHtml: '<p>Thanks, <b>{name}</b>. <a href="https://a.test/?x={name}" target="_blank">More</a><br/></p>',
        calculatedValues: [{ name: "sum", expression: "{rate} + 1" }],
        triggers: [{ type: "complete", expression: "{rate} > 3" }],
        pages: [
          {
            name: "one",
            elements: [
              { type: "text", name: "name", inputType: "email", isRequired: true, validators: [{ type: "email" }] },
              { type: "comment", name: "free", visibleIf: "{rate} < 3 and {pick} notempty" },
              { type: "radiogroup", name: "pick", choices, showOtherItem: true, defaultValue: "a" },
              { type: "checkbox", name: "many", choices, defaultValue: ["a", { html: "<i" }] },
              { type: "dropdown", name: "one-of", choicesMin: 1, choicesMax: 10 },
              { type: "tagbox", name: "tags", choices },
              { type: "rating", name: "rate", rateMax: 5 },
              { type: "ranking", name: "rank", choices },
              { type: "boolean", name: "yes" },
              { type: "imagepicker", name: "picture", choices: [{ value: 1, imageLink: "https://a.test/1.png" }] },
              { type: "html", name: "note", html: { default: "<h2>Hello</h2>", de: "<h2>Hallo</h2>" } },
              { type: "image", name: "logo", imageLink: "data:image/png;base64,AAAA" },
              { type: "expression", name: "computed", expression: "iif({rate} > 1, today(), {sum})" },
              { type: "matrix", name: "grid", columns: ["c", "d"], rows: [{ value: "r", text: "R" }] },
              { type: "matrixdropdown", name: "grid2", columns: [{ name: "c", cellType: "dropdown", choices }], rows: ["r"] },
              { type: "matrixdynamic", name: "grid3", columns: [{ name: "c", cellType: "text", inputType: "number" }], rowCount: 2 },
              { type: "multipletext", name: "texts", items: [{ name: "x" }, { name: "y" }] },
              { type: "paneldynamic", name: "panels", panelCount: 1, templateElements: [{ type: "text", name: "name" }] },
              {
                type: "panel",
                name: "group",
                elements: [{ type: "text", name: "inner", maskType: "pattern", maskSettings: { pattern: "99" } }],
              },
              { type: "signaturepad", name: "signature" },
            ],
          },
        ],
      }),
    ).toEqual([]);
  });

  it("with an unknown key at any depth is rejected with its path", () => {
    expect(
      findingsOf({
        extra: 1,
        triggers: [{ type: "complete", extra: 1 }],
        calculatedValues: [{ name: "v", extra: 1 }],
        pages: [
          {
            name: "one",
            extra: 1,
            elements: [
              { type: "text", name: "a", extra: 1, choices: [], validators: [{ type: "email", extra: 1 }] },
              { type: "radiogroup", name: "b", choices: ["a", { value: 1, extra: 1 }] },
              { type: "matrixdynamic", name: "c", columns: [{ name: "d", extra: 1 }] },
              { type: "panel", name: "e", elements: [{ type: "multipletext", name: "f", items: [{ name: "g", extra: 1 }] }] },
              { type: "text", name: "h", maskType: "pattern", maskSettings: { extra: 1 } },
            ],
          },
        ],
      }),
    ).toEqual(
      [
        "extra",
        "triggers.0.extra",
        "calculatedValues.0.extra",
        "pages.0.extra",
        `${prefix}.extra`,
        `${prefix}.choices`,
        `${prefix}.validators.0.extra`,
        "pages.0.elements.1.choices.1.extra",
        "pages.0.elements.2.columns.0.extra",
        "pages.0.elements.3.elements.0.items.0.extra",
        "pages.0.elements.4.maskSettings.extra",
      ]
        .map((path) => `${path} UNKNOWN_FIELD`)
        .sort(),
    );
    expect(findingsOf(JSON.parse('{ "__proto__": { "x": 1 } }'))).toEqual(["__proto__ UNKNOWN_FIELD"]);
  });

  it("with an unknown or missing type or name is rejected with its path", () => {
    const model = withElements(
      { type: "nosuch", name: "a" },
      { name: "b" },
      { type: "text" },
      { type: "text", name: "c", validators: [{ type: "x" }] },
    );
    expect(findingsOf(model)).toEqual([
      "pages.0.elements.0.type INVALID",
      "pages.0.elements.1.type REQUIRED",
      "pages.0.elements.2.name REQUIRED",
      "pages.0.elements.3.validators.0.type INVALID",
    ]);
  });

  it("with a wrong element or null in a list reports all violations", () => {
    const model = withElements("x", null, 5, { type: "dropdown", name: "a", choices: [1, null, 2], defaultValue: [null], extra: 1 });
    expect(findingsOf(model)).toEqual([
      "pages.0.elements.0 INVALID",
      "pages.0.elements.1 INVALID",
      "pages.0.elements.2 INVALID",
      "pages.0.elements.3.choices.1 INVALID",
      "pages.0.elements.3.defaultValue.0 INVALID",
      "pages.0.elements.3.extra UNKNOWN_FIELD",
    ]);
    expect(findingsOf({ pages: {} })).toEqual(["pages INVALID"]);
  });

  it("requires unique case-insensitive names and rejects those of Object.prototype", () => {
    const text = (name: string) => ({ type: "text", name });
    const model = {
      pages: [
        { name: "one", elements: [text("a"), { type: "panel", name: "p", elements: [text("A"), text("constructor")] }] },
        {
          name: "one",
          elements: [
            { type: "paneldynamic", name: "b", templateElements: [text("a"), text("a")] },
            { type: "matrixdynamic", name: "c", columns: [{ name: "a" }, { name: "a" }] },
            { type: "multipletext", name: "d", items: [{ name: "a" }, { name: "a" }] },
          ],
        },
      ],
    };
    expect(findingsOf(model)).toEqual([
      "pages.0.elements.1.elements.0.name TAKEN",
      "pages.0.elements.1.elements.1.name INVALID",
      "pages.1.elements.0.templateElements.1.name TAKEN",
      "pages.1.elements.1.columns.1.name TAKEN",
      "pages.1.elements.2.items.1.name TAKEN",
      "pages.1.name TAKEN",
    ]);
  });

  it.each(["{a} = ", "1 +", "(", 5, "x".repeat(4001)])("rejects the expression %s along with other violations", (visibleIf) => {
    const said = vi.spyOn(console, "error");
    expect(element({ visibleIf, extra: 1 })).toEqual([`${prefix}.extra UNKNOWN_FIELD`, `${prefix}.visibleIf INVALID`]);
    expect(said).not.toHaveBeenCalled();
    said.mockRestore();
  });

  it.each([
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    '<b onclick="x()">b</b>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="https://a.test" onclick="x()">x</a>',
    "<a href='https://a.test'>x</a>",
    "a < b",
    "<svg/onload=alert(1)>",
    "<b\u00a0>",
    "<!-- x -->",
    "<style>*{}</style>",
  ])("rejects the HTML %s in all HTML properties", (html) => {
    expect(findingsOf(withElements({ type: "html", name: "h", html }))).toEqual([`${prefix}.html INVALID`]);
    expect(findingsOf({ completedHtml: { default: html } })).toEqual(["completedHtml.default INVALID"]);
    expect(findingsOf({ completedHtmlOnCondition: [{ expression: "1 = 1", html }] })).toEqual(["completedHtmlOnCondition.0.html INVALID"]);
  });

  it.each(["javascript:alert(1)", "data:text/html,x", "//a.test", "/here", "ftp://a.test", "https://{q}.test/", " https://a.test"])(
    "leads and shows nothing at %s",
    (url) => {
      expect(findingsOf({ navigateToUrl: url, navigateToUrlOnCondition: [{ expression: "1 = 1", url }], logo: url })).toEqual([
        "logo INVALID",
        "navigateToUrl INVALID",
        "navigateToUrlOnCondition.0.url INVALID",
      ]);
    },
  );

  it("rejects file questions and choicesByUrl", () => {
    expect(findingsOf(withElements({ type: "file", name: "f" }))).toEqual([`${prefix}.type INVALID`]);
    for (const type of ["FILE", "Text", "PanelDynamic"]) expect(element({ type })).toContain(`${prefix}.type INVALID`);
    expect(element({ inputType: "file" })).toEqual([`${prefix}.inputType INVALID`]);
    for (const cellType of ["file", "FILE", "Text"])
      expect(findingsOf(withElements({ type: "matrixdynamic", name: "m", columns: [{ name: "c", cellType }] }))).toEqual([
        `${prefix}.columns.0.cellType INVALID`,
      ]);
    const remote = { type: "dropdown", name: "d", choicesByUrl: { url: "https://a.test" } };
    expect(findingsOf(withElements(remote))).toEqual([`${prefix}.choicesByUrl INVALID`]);
  });

  it("that would create millions of objects is rejected before it is built", () => {
    const bomb = withElements(
      { type: "dropdown", name: "a", choicesMin: 0, choicesMax: 1e9, choicesStep: 0.001 },
      { type: "paneldynamic", name: "b", panelCount: 1e6 },
      { type: "matrixdynamic", name: "c", rowCount: 1e6 },
      { type: "dropdown", name: "d", choices: Array.from({ length: 1001 }, (_, index) => index) },
    );
    expect(findingsOf(bomb)).toEqual([
      "pages.0.elements.0.choicesMax OUT_OF_RANGE",
      "pages.0.elements.0.choicesStep OUT_OF_RANGE",
      "pages.0.elements.1.panelCount OUT_OF_RANGE",
      "pages.0.elements.2.rowCount OUT_OF_RANGE",
      "pages.0.elements.3.choices LIMIT_EXCEEDED",
    ]);
  });

  it.each<[string, number, (count: number) => object]>([
    ["panels of templates", 49, (panelCount) => ({ type: "paneldynamic", panelCount, templateElements: texts(10) })],
    ["panels that are there at least", 49, (minPanelCount) => ({ type: "paneldynamic", minPanelCount, templateElements: texts(10) })],
    [
      "panels of a default value",
      49,
      (length) => ({ type: "paneldynamic", defaultValue: Array(length).fill({}), templateElements: texts(10) }),
    ],
    ["panels of templates by their other name", 48, (panelCount) => ({ type: "paneldynamic", panelCount, questions: texts(10) })],
    ["panels in panels", 4, (panelCount) => ({ type: "paneldynamic", panelCount, templateElements: [panelOf(10, 10)] })],
    ["rows of cells", 99, (rowCount) => ({ type: "matrixdynamic", rowCount, columns: texts(5) })],
    ["rows of cells and details", 49, (rowCount) => ({ type: "matrixdynamic", rowCount, columns: texts(5), detailElements: texts(5) })],
    [
      "rows that have names",
      99,
      (length) => ({ type: "matrixdropdown", rows: Array.from({ length }, (_, row) => `r${row}`), columns: texts(5) }),
    ],
    ["texts of a question", 498, (length) => ({ type: "multipletext", items: texts(length) })],
  ])("has at most 500 questions, counting those of %s", (_what, most, question) => {
    const findings = (count: number) => findingsOf(withElements({ ...question(count), name: "q" }));
    expect(findings(most)).toEqual([]);
    expect(findings(most + 1)).toEqual(["LIMIT_EXCEEDED"]);
  });

  it("has at most 500 elements and 256 KiB", () => {
    const many = (count: number) => withElements(...Array.from({ length: count }, (_, index) => ({ type: "text", name: `q${index}` })));
    expect(findingsOf(many(maxMade - 1))).toEqual([]);
    expect(findingsOf(many(maxMade))).toEqual(["LIMIT_EXCEEDED"]);
    const frame = JSON.stringify({ title: "" }).length;
    expect(findingsOf({ title: "ä".repeat((maxBytes - frame) / 2) })).toEqual([]);
    expect(findingsOf({ title: "ä".repeat((maxBytes - frame) / 2 + 1) })).toEqual(["TOO_LONG"]);
  });

  it("counts evaluations on each answer towards its limits", () => {
    const calculated = (length: number) => ({
      calculatedValues: Array.from({ length }, (_, index) => ({ name: `v${index}`, expression: "1" })),
    });
    expect(findingsOf(calculated(maxMade))).toEqual([]);
    expect(findingsOf(calculated(maxMade + 1))).toEqual(["LIMIT_EXCEEDED"]);
    const triggers = (length: number) => ({ triggers: Array.from({ length }, () => ({ type: "complete" })) });
    expect(findingsOf(triggers(maxMade + 1))).toEqual(["LIMIT_EXCEEDED"]);
    const validators = Array.from({ length: maxMade }, () => ({ type: "email" }));
    expect(element({ validators })).toEqual(["LIMIT_EXCEEDED"]);
    const logical = (length: number) =>
      withElements(...Array.from({ length }, (_, index) => ({ type: "text", name: `q${index}`, visibleIf: "1 = 1", requiredIf: "1 = 1" })));
    expect(findingsOf(logical(250))).toEqual([]);
    expect(findingsOf(logical(251))).toEqual(["LIMIT_EXCEEDED"]);
  });

  it.each(["((", "[", "*", 5])("rejects the regular expression %s", (regex) => {
    expect(element({ validators: [{ type: "regex", regex }] })).toEqual([`${prefix}.validators.0.regex INVALID`]);
  });

  it("is not mutated", () => {
    const model = withElements({ type: "text", name: "a", visibleIf: "1 +" }, null);
    const before = JSON.stringify(model);
    findingsOf(model);
    expect(JSON.stringify(model)).toBe(before);
  });

  it("covers all HTML, image and expression properties of this survey-core", () => {
    expect(new Set(propertiesOfType("html"))).toEqual(htmlKeys);
    expect(new Set(propertiesOfType("file"))).toEqual(pictureKeys);
    expect([...expressionKeys]).toEqual(
      expect.arrayContaining(["visibleIf", "expression", "requiredIf", "defaultValueExpression", "choicesVisibleIf"]),
    );
    const { dependencies } = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8"));
    expect(dependencies["survey-core"]).toMatch(/^\d+\.\d+\.\d+$/);
  });
});
