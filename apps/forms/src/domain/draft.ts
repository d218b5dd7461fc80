import type { Violations } from "@offergraph/shared/errors/user-error";
import { isPictureAddress, isWebAddress } from "./addresses.js";
import { madeOf, mostMade } from "./draft-size.js";
import { type Json, textsOf, walkModel } from "./draft-walk.js";
import type { Path } from "./fields.js";
import { harmlessHtmlWords, isHarmlessHtml } from "./html.js";

/** Raise it when a rule for models becomes stricter: versions that were published under a lower number are checked before they are shown. */
export const modelRules = 1;

/** decisions.md 3: at most 256 KiB of JSON. */
export const mostBytes = 256 * 1024;
/** Longer lists of choices keep the thread that reads them busy for seconds. */
const mostChoices = 1000;

/** What a page shows as HTML, loads a picture from, or leads to (a test holds these to survey-core's own lists). */
export const htmlKeys: ReadonlySet<string> = new Set(["html", "completedHtml", "completedBeforeHtml", "loadingHtml", "content"]);
export const pictureKeys: ReadonlySet<string> = new Set(["logo", "backgroundImage", "imageLink"]);
const linkKeys: ReadonlySet<string> = new Set(["navigateToUrl", "url"]);

const choiceLists: ReadonlySet<string> = new Set("choices columns rows items rateValues customLabels areas dataList".split(" "));

// Whoever reads the model makes that many things at once.
const greatest: Readonly<Record<string, number>> = {
  panelCount: 100,
  minPanelCount: 100,
  maxPanelCount: 100,
  rowCount: 1000,
  minRowCount: 1000,
  maxRowCount: 1000,
  choicesMin: 1000,
  choicesMax: 1000,
  rateCount: 100,
  labelCount: 100,
  // The page lays out so many columns.
  colCount: 100,
  columnColCount: 100,
  colSpan: 100,
  indent: 100,
  innerIndent: 100,
  // Intl throws at more.
  maximumFractionDigits: 20,
  minimumFractionDigits: 20,
  totalMaximumFractionDigits: 20,
  totalMinimumFractionDigits: 20,
  precision: 20,
  signatureWidth: 10_000,
  signatureHeight: 10_000,
};

/**
 * Looks at what survey-core does not: a model's size, and what it would make of it on a server and on the page that shows it.
 * Adds every violation with its path.
 */
export function checkDraft(model: Json, path: Path, violations: Violations): void {
  const bytes = Buffer.byteLength(JSON.stringify(model));
  if (bytes > mostBytes) violations.add(path, "TOO_LONG", `A model has at most ${mostBytes} bytes of JSON; this one has ${bytes}.`);
  walkModel(model, path, (object, key, at) => {
    checkKey(object, key, at, violations);
    const list = object[key];
    if (!Array.isArray(list)) return;
    list.forEach((member, index) => {
      if (member === null) violations.add([...at, index], "INVALID", "No member of this list is null.");
    });
  });
  const made = madeOf(model);
  if (made > mostMade)
    violations.add(
      path,
      "LIMIT_EXCEEDED",
      `A form has at most ${mostMade} questions, panels, cells, texts, validators, triggers and calculated values, those of all rows and panels counted that it begins with; this one has ${made}.`,
    );
}

interface TextRule {
  keys: ReadonlySet<string>;
  isRight(text: string): boolean;
  words: string;
}

const noVideos = "Videos are not shown: the page's content security policy loads neither media nor frames.";

const textRules: readonly TextRule[] = [
  { keys: htmlKeys, isRight: isHarmlessHtml, words: `HTML in a form ${harmlessHtmlWords}.` },
  {
    keys: pictureKeys,
    isRight: isPictureAddress,
    words: `A picture is an https address, or a base64 data: URL of a PNG, JPEG, GIF or WebP. ${noVideos}`,
  },
  { keys: linkKeys, isRight: isWebAddress, words: "Where a form leads is an https or http address." },
];

function checkKey(object: Json, key: string, path: Path, violations: Violations): void {
  const value = object[key];
  for (const { keys, isRight, words } of textRules)
    if (keys.has(key)) for (const { text, path: at } of textsOf(value, path)) if (!isRight(text)) violations.add(at, "INVALID", words);
  // survey-core passes over it.
  if (key === "__proto__") violations.add(path, "UNKNOWN_FIELD", "SurveyJS knows no property of this name.");
  if (key === "choicesByUrl")
    violations.add(
      path,
      "INVALID",
      "Choices stand in the model (choices): another server's could not be checked against the published version.",
    );
  if (key === "contentMode" && (value === "video" || value === "youtube")) violations.add(path, "INVALID", noVideos);
  if (typeKeys.has(key) && typeof value === "string") checkType(value, path, violations);
  if (key === "regex" && !isRegex(value)) violations.add(path, "INVALID", "This is no regular expression of JavaScript's.");
  checkBounds(key, value, path, violations);
}

const typeKeys: ReadonlySet<string> = new Set(["type", "cellType", "inputType"]);

/**
 * survey-core takes types whatever their case. All that reads models besides would have to do so too, on the page, in every limit:
 * so they have one spelling.
 */
function checkType(type: string, path: Path, violations: Violations): void {
  if (type !== type.toLowerCase()) violations.add(path, "INVALID", "Types are written in lower case.");
  else if (type === "file") violations.add(path, "INVALID", "Forms take no files.");
}

function isRegex(value: unknown): boolean {
  try {
    return typeof value === "string" && new RegExp(value) instanceof RegExp;
  } catch {
    return false;
  }
}

function checkBounds(key: string, value: unknown, path: Path, violations: Violations): void {
  const most = greatest[key];
  if (most !== undefined && typeof value === "number" && Math.abs(value) > most)
    violations.add(path, "OUT_OF_RANGE", `${key} has to be at most ${most}.`);
  if (key === "choicesStep" && typeof value === "number" && value < 1)
    violations.add(path, "OUT_OF_RANGE", "choicesStep has to be at least 1.");
  if (choiceLists.has(key) && Array.isArray(value) && value.length > mostChoices)
    violations.add(path, "LIMIT_EXCEEDED", `${key} has at most ${mostChoices} items; this list has ${value.length}.`);
}
