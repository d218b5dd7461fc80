import type { Violations } from "@offergraph/shared/errors/user-error";
import { isPictureAddress, isWebAddress } from "./addresses.js";
import { madeOf, maxMade } from "./draft-size.js";
import { type Json, textsOf, walkModel } from "./draft-walk.js";
import type { Path } from "./fields.js";
import { harmlessHtmlWords, isHarmlessHtml } from "./html.js";

/**
 * Increment this number when a rule for models becomes stricter. After an increment, the service checks existing form versions again before
 * visitors get them.
 */
export const modelRules = 1;

export const maxBytes = 256 * 1024;
/** Maximum length of a list in a model. A longer list would block a thread for seconds. */
const maxChoices = 1000;

/** Keys whose values are HTML, image URLs or links. A test compares these keys with survey-core's own lists. */
export const htmlKeys: ReadonlySet<string> = new Set(["html", "completedHtml", "completedBeforeHtml", "loadingHtml", "content"]);
export const pictureKeys: ReadonlySet<string> = new Set(["logo", "backgroundImage", "imageLink"]);
const linkKeys: ReadonlySet<string> = new Set(["navigateToUrl", "url"]);

const choiceLists: ReadonlySet<string> = new Set("choices columns rows items rateValues customLabels areas dataList".split(" "));

/** Maximum values of properties that determine how many objects a model creates. Intl accepts at most 20 decimals. */
const maxima = new Map(
  Object.entries({
    20: "maximumFractionDigits minimumFractionDigits totalMaximumFractionDigits totalMinimumFractionDigits precision",
    100: "panelCount minPanelCount maxPanelCount rateCount labelCount colCount columnColCount colSpan indent innerIndent",
    1000: "rowCount minRowCount maxRowCount choicesMin choicesMax",
    10000: "signatureWidth signatureHeight",
  }).flatMap(([most, keys]) => keys.split(" ").map((key) => [key, Number(most)] as const)),
);

/** Rejects models that are too large or could harm the server or the form's page. */
export function checkDraft(model: Json, path: Path, violations: Violations): void {
  const bytes = Buffer.byteLength(JSON.stringify(model));
  if (bytes > maxBytes) violations.add(path, "TOO_LONG", `The model must have at most ${maxBytes} bytes as JSON, but has ${bytes}.`);
  walkModel(model, path, (object, key, at) => {
    checkKey(object, key, at, violations);
    const list = object[key];
    if (!Array.isArray(list)) return;
    for (const [index, member] of list.entries())
      if (member === null) violations.add([...at, index], "INVALID", "Members of this list must not be null.");
  });
  const made = madeOf(model);
  if (made > maxMade)
    violations.add(
      path,
      "LIMIT_EXCEEDED",
      `A form must have at most ${maxMade} elements, but this form has ${made}. Pages, questions, panels, cells, texts, validators, triggers and calculated values count as elements. Elements in the initial rows and panels also count.`,
    );
}

const noVideos = "Videos are not supported because the page's Content Security Policy blocks media and frames.";

const textRules = [
  { keys: htmlKeys, isRight: isHarmlessHtml, words: `HTML in a form ${harmlessHtmlWords}.` },
  {
    keys: pictureKeys,
    isRight: isPictureAddress,
    words: `The address of an image must be an https URL, or a base64 data: URL of a PNG, JPEG, GIF or WebP image. ${noVideos}`,
  },
  { keys: linkKeys, isRight: isWebAddress, words: "A link must be an absolute https or http URL." },
];

function checkKey(object: Json, key: string, path: Path, violations: Violations): void {
  const value = object[key];
  for (const { keys, isRight, words } of textRules)
    if (keys.has(key)) for (const { text, path: at } of textsOf(value, path)) if (!isRight(text)) violations.add(at, "INVALID", words);
  // survey-core ignores the key __proto__.
  if (key === "__proto__") violations.add(path, "UNKNOWN_FIELD", "Unknown property.");
  if (key === "choicesByUrl")
    violations.add(
      path,
      "INVALID",
      "choicesByUrl is not supported, because the published model must contain all choices. Use the property `choices` instead.",
    );
  if (key === "contentMode" && (value === "video" || value === "youtube")) violations.add(path, "INVALID", noVideos);
  if (typeKeys.has(key) && typeof value === "string") checkType(value, path, violations);
  if (key === "regex" && !isRegex(value)) violations.add(path, "INVALID", "regex must be a valid JavaScript regular expression.");
  checkBounds(key, value, path, violations);
}

const typeKeys: ReadonlySet<string> = new Set(["type", "cellType", "inputType"]);

/** Rejects types that are not in lower case, because other checks compare types case-sensitively. */
function checkType(type: string, path: Path, violations: Violations): void {
  if (type !== type.toLowerCase()) violations.add(path, "INVALID", "A type must be in lowercase.");
  else if (type === "file") violations.add(path, "INVALID", "File uploads are not supported.");
}

function isRegex(value: unknown): boolean {
  try {
    return typeof value === "string" && new RegExp(value) instanceof RegExp;
  } catch {
    return false;
  }
}

function checkBounds(key: string, value: unknown, path: Path, violations: Violations): void {
  const most = maxima.get(key);
  if (most !== undefined && typeof value === "number" && Math.abs(value) > most)
    violations.add(path, "OUT_OF_RANGE", `${key} must be at most ${most}.`);
  if (key === "choicesStep" && typeof value === "number" && value < 1)
    violations.add(path, "OUT_OF_RANGE", "choicesStep must be at least 1.");
  if (choiceLists.has(key) && Array.isArray(value) && value.length > maxChoices)
    violations.add(path, "LIMIT_EXCEEDED", `${key} must have at most ${maxChoices} items; this list has ${value.length}.`);
}
