import { Violations } from "@offergraph/shared/errors/user-error";
import { Serializer, SurveyModel } from "survey-core";
import { describe, expect, it } from "vitest";
import { isObject } from "../../domain/draft-walk.js";
import { isHarmlessHtml } from "../../domain/html.js";
import { ordinaryModels } from "../../testing/ordinary-models.js";
import { mutateModel, randomOf } from "../../testing/wrong-shapes.js";
import { checkModel } from "./check-model.js";
import { propertiesOf } from "./metadata.js";
import { isLanguage, ruleOf } from "./property-values.js";

const listOf = (model: unknown) => {
  const violations = new Violations();
  checkModel(model as Record<string, unknown>, [], violations);
  return violations.list;
};
const findingsOf = (model: unknown) => listOf(model).map(({ field, code }) => `${field.join(".")} ${code}`);
const element = (fields: object) => findingsOf({ elements: [{ type: "text", name: "q", ...fields }] });
const meta = '<meta http-equiv="refresh" content="0;url=https://evil.test">';

describe("the shape of a model", () => {
  it.each(ordinaryModels.map((model, index) => [index, model] as const))("of ordinary model %i is accepted", (_index, model) => {
    expect(listOf(model)).toEqual([]);
  });

  it.each([
    "completedHtml",
    "completedBeforeHtml",
    "loadingHtml",
    "logo",
    "navigateToUrl",
    "title",
    "backgroundImage",
    "width",
    "cookieName",
  ])("rejects a list and an object without languages at %s", (key) => {
    for (const value of [[meta], [[meta]], { default: [meta] }, { 0: meta }, { html: meta }]) {
      const found = findingsOf({ locale: "en", [key]: value, elements: [{ type: "text", name: "q" }] });
      expect(
        found.filter((finding) => finding.startsWith(key)),
        JSON.stringify(value),
      ).not.toEqual([]);
    }
  });

  it("rejects them within lists, with the path and the allowed shape", () => {
    expect(
      findingsOf({
        locale: "0",
        elements: [{ type: "html", name: "h", html: [meta] }],
        completedHtmlOnCondition: [{ expression: "1 = 1", html: [meta] }],
        navigateToUrlOnCondition: [{ expression: "1 = 1", url: ["javascript:alert(1)"] }],
      }),
    ).toEqual([
      "locale INVALID",
      "elements.0.html INVALID",
      "completedHtmlOnCondition.0.html INVALID",
      "navigateToUrlOnCondition.0.url INVALID",
    ]);
    expect(listOf({ elements: [{ type: "html", name: "h", html: [meta] }] })[0]?.message).toBe(
      'html must be a string, or an object with one string per language, e.g. {"default": "Hello", "de": "Hallo"}. The given value is a list.',
    );
    expect(listOf({ showProgressBarr: true })[0]?.message).toBe(
      'Unknown property "showProgressBarr" of survey. Did you mean showProgressBar?',
    );
  });

  it("accepts only numbers for numbers, booleans for booleans, and listed values", () => {
    expect(element({ maxLength: "5" })).toEqual(["elements.0.maxLength INVALID"]);
    expect(element({ isRequired: "true" })).toEqual(["elements.0.isRequired INVALID"]);
    expect(element({ titleLocation: "middle" })).toEqual(["elements.0.titleLocation INVALID"]);
    expect(element({ titleLocation: ["top"] })).toEqual(["elements.0.titleLocation INVALID"]);
    expect(element({ visibleIf: ["1 = 1"] })).toEqual(["elements.0.visibleIf INVALID"]);
    expect(element({ name: 5 })).toEqual(["elements.0.name INVALID"]);
    expect(findingsOf({ elements: [{ type: "paneldynamic", name: "p", panelCount: "1000000", templateElements: [] }] })).toEqual([
      "elements.0.panelCount INVALID",
    ]);
    expect(findingsOf({ elements: [{ type: "checkbox", name: "c", colCount: 1e9 }] })).toEqual(["elements.0.colCount OUT_OF_RANGE"]);
    expect(findingsOf({ locale: "0" })).toEqual(["locale INVALID"]);
    expect(findingsOf({ pos: { start: 1 }, title: { pos: "x" } })).toEqual(["pos UNKNOWN_FIELD", "title.pos UNKNOWN_FIELD"]);
  });

  it("rejects custom components, renderers and services", () => {
    expect(findingsOf({ surveyPostId: "x" })).toEqual(["surveyPostId INVALID"]);
    expect(findingsOf({ elements: [{ type: "dropdown", name: "d", itemComponent: "sv-x" }] })).toEqual([
      "elements.0.itemComponent INVALID",
    ]);
    expect(element({ renderAs: "sv-x" })).toEqual(["elements.0.renderAs INVALID"]);
  });

  it.each([
    "https://youtu.be/x",
    "https://www.youtube.com/watch?v=1",
    "https://a.test/a.MP4",
    "data:image/svg+xml;base64,AAAA",
    "http://a.test/a.png",
  ])("rejects an image from %s", (imageLink) => {
    expect(findingsOf({ elements: [{ type: "image", name: "i", imageLink }] })).toEqual(["elements.0.imageLink INVALID"]);
  });

  it("rejects videos, which the page's content security policy blocks", () => {
    const imageLink = "https://a.test/a.png";
    for (const contentMode of ["video", "youtube"])
      expect(findingsOf({ elements: [{ type: "image", name: "i", imageLink, contentMode }] })).toEqual(["elements.0.contentMode INVALID"]);
    expect(findingsOf({ elements: [{ type: "imagepicker", name: "i", contentMode: "video" }] })).toEqual([
      "elements.0.contentMode INVALID",
    ]);
  });

  it("has a rule for each property of each class of this SurveyJS", () => {
    const without = Serializer.getAllClasses().flatMap((name) =>
      [...propertiesOf(name).values()]
        .filter((property) => !property.isArray && !property.baseClassName && !property.isLocalizable)
        .filter(({ type }) => type !== "masksettings" && type !== "cells" && type !== "set")
        .filter((property) => !ruleOf(property))
        .map((property) => `${name}.${property.name}`),
    );
    expect(without).toEqual([]);
  });

  it("distinguishes language codes from other keys", () => {
    expect(["default", "en", "de", "pt-br", "zh-cn", "nl-BE", "mm", "fil"].filter((code) => !isLanguage(code))).toEqual([]);
    expect(["0", "html", "pos", "text", "__proto__", "constructor", "", "e", "xx-"].filter(isLanguage)).toEqual([]);
  });

  it("rejects all mutated models in which SurveyJS would render injected HTML", () => {
    const random = randomOf(20261122);
    let taken = 0;
    for (let times = 0; times < 2000; times += 1) {
      const model = mutateModel(ordinaryModels[times % ordinaryModels.length] ?? {}, random);
      if (listOf(model).length > 0) continue;
      taken += 1;
      expect(
        htmlOf(new SurveyModel(model)).filter((html) => !isHarmlessHtml(html)),
        JSON.stringify(model),
      ).toEqual([]);
    }
    // The check accepts some of the 2,000 models and rejects at least half of them.
    expect(taken).toBeGreaterThan(30);
    expect(taken).toBeLessThan(1000);
  }, 120_000);
});

/** Returns all strings that SurveyJS would render as HTML. */
function htmlOf(survey: SurveyModel): string[] {
  const own = [survey.completedHtml, survey.completedBeforeHtml, survey.loadingHtml, survey.processedHtml];
  const conditions = survey.completedHtmlOnCondition.map(({ html }) => html);
  const questions = survey.getAllQuestions(false, true, true).flatMap((question) => {
    const { html } = question as unknown as { html?: unknown };
    return html === undefined ? [] : [html];
  });
  const found = [...own, ...conditions, ...questions].filter((html) => html !== undefined && html !== null);
  for (const html of found) expect(isObject(html) || Array.isArray(html)).toBe(false);
  return found.map(String);
}
