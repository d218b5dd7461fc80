import { isObject, type Json, walkModel } from "./draft-walk.js";

/**
 * Maximum number of objects, such as questions and cells, that survey-core may create. With more objects, survey-core blocks the thread for
 * seconds.
 */
export const maxMade = 500;

/** Counts the objects that survey-core creates for an unanswered form. Includes calculated values, triggers and validators. */
export function madeOf(model: Json): number {
  return madeOfLists(model, ["pages", ...elementLists]) + doneOf(model);
}

const doneLists: ReadonlySet<string> = new Set(["calculatedValues", "triggers", "validators"]);

function doneOf(model: Json): number {
  let done = 0;
  walkModel(model, [], (object, key) => {
    if (doneLists.has(key)) done += listOf(object, key).length;
  });
  return done;
}

const elementLists: readonly string[] = ["elements", "questions"];

const membersOf = (container: Json, keys: readonly string[]): Json[] =>
  keys.flatMap((key) => (Array.isArray(container[key]) ? container[key].filter(isObject) : []));

const madeOfLists = (container: Json, keys: readonly string[]): number =>
  membersOf(container, keys).reduce((sum, element) => sum + madeOfElement(element), 0);

function madeOfElement(element: Json): number {
  const entries = Math.max(entriesOf(element), entriesIn(element.defaultValue));
  return 1 + madeOfLists(element, elementLists) + entries * madeOfEntry(element) + membersOf(element, textsOf(element)).length;
}

/** Number of objects that survey-core creates per panel (of a dynamic panel) or per row (of a matrix). */
export function madeOfEntry(element: Json): number {
  const cells = isRows(element) ? listOf(element, "columns").length : 0;
  // `questions` is an alternative name for a dynamic panel's template.
  const inTemplate = typeOf(element) === "paneldynamic" ? ["templateElements", "questions"] : ["detailElements"];
  return cells + madeOfLists(element, inTemplate);
}

/** Returns the type in lower case, because survey-core ignores the case of types. */
const typeOf = ({ type }: Json): unknown => (typeof type === "string" ? type.toLowerCase() : type);
const isRows = (element: Json) => ["matrixdynamic", "matrixdropdown"].includes(String(typeOf(element)));
const textsOf = (element: Json) => (typeOf(element) === "multipletext" ? ["items"] : []);
const listOf = (element: Json, key: string): unknown[] => (Array.isArray(element[key]) ? element[key] : []);
const numberOf = (value: unknown, otherwise: number) => (typeof value === "number" ? value : otherwise);

/**
 * Returns the number of panels or rows that an unanswered question has. Dynamic panels and matrices always have at least one panel or row.
 */
function entriesOf(element: Json): number {
  if (typeOf(element) === "paneldynamic") return Math.max(1, numberOf(element.panelCount, 0), numberOf(element.minPanelCount, 0));
  if (typeOf(element) === "matrixdynamic") return Math.max(1, numberOf(element.rowCount, 2), numberOf(element.minRowCount, 0));
  return typeOf(element) === "matrixdropdown" ? listOf(element, "rows").length : 0;
}

export function entriesIn(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, member) => sum + 1 + entriesIn(member), 0);
  return isObject(value) ? Object.values(value).reduce((sum: number, member) => sum + entriesIn(member), 0) : 0;
}
