import type { Violations } from "@offergraph/shared/errors/user-error";
import type { JsonObjectProperty } from "survey-core";
import { isObject, type Json } from "../../domain/draft-walk.js";
import type { Path } from "../../domain/fields.js";
import { cellTypes, classOfType, isItemClass, propertiesOf, requiredOf } from "./metadata.js";
import { isLanguage, kindOf, ruleOf } from "./property-values.js";

interface Place {
  className: string;
  /** For a matrix column: the question type of the cells in the column. */
  cellType?: string | undefined;
  path: Path;
  violations: Violations;
}

/** Checks each property of a model against the type in SurveyJS's metadata. */
export function checkShape(model: Json, path: Path, violations: Violations): void {
  checkObject(model, { className: "survey", path, violations });
}

const below = (place: Place, key: string | number): Place => ({ ...place, path: [...place.path, key] });

/** Properties that would make SurveyJS send the answers to the SurveyJS company's service. */
const refused: ReadonlySet<string> = new Set(["surveyId", "surveyPostId"]);

function checkObject(json: Json, place: Place): void {
  const { className, cellType, path, violations } = place;
  const properties = propertiesOf(className, cellType);
  for (const name of requiredOf(className))
    if (isEmpty(json[name])) violations.add([...path, name], "REQUIRED", `${className} requires ${name}.`);
  for (const [key, value] of Object.entries(json)) {
    if (key === "type" && className !== "survey") continue;
    const at = [...path, key];
    const property = properties.get(key);
    if (!property)
      violations.add(at, "UNKNOWN_FIELD", `Unknown property ${quoted(key)} of ${className}.${nearest(key, [...properties.keys()])}`);
    else if (refused.has(property.name)) violations.add(at, "INVALID", `Omit ${key}, because it sends answers to another service.`);
    // SurveyJS ignores null.
    else if (value !== null) checkValue(property, value, json, below(place, key));
  }
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === "";

const quoted = (text: string) => JSON.stringify(text.slice(0, 60));

function addWrong({ path, violations }: Place, allowed: string, value: unknown): void {
  const given = typeof value === "string" ? quoted(value) : kindOf(value);
  violations.add(path, "INVALID", `${path.at(-1)} must be ${allowed}. The given value is ${given}.`);
}

function checkValue(property: JsonObjectProperty, value: unknown, owner: Json, place: Place): void {
  if (property.isArray || property.baseClassName) checkList(property, value, owner, place);
  else if (property.type === "masksettings") checkMask(value, owner, place);
  else if (property.type === "cells") checkCells(value, place);
  else if (property.isLocalizable) checkTexts(value, place);
  else {
    const rule = ruleOf(property);
    if (!rule?.isRight(value)) addWrong(place, rule?.allowed ?? "omitted because forms do not support this property", value);
  }
}

const textWords = 'a string, or an object with one string per language, e.g. {"default": "Hello", "de": "Hallo"}';
const isText = (value: unknown) => typeof value === "string";

/** Checks a localizable text: a text, or an object with a text per language. `isRight` checks one text. */
function checkTexts(value: unknown, place: Place, isRight: (text: unknown) => boolean = isText): void {
  if (isRight(value)) return;
  if (!isObject(value)) addWrong(place, textWords, value);
  else
    for (const [language, text] of Object.entries(value)) {
      const at = below(place, language);
      if (!isLanguage(language))
        at.violations.add(at.path, "UNKNOWN_FIELD", `${quoted(language)} is not a language code such as en, de or pt-br.`);
      else if (!isRight(text)) addWrong(at, "a string", text);
    }
}

function checkList(property: JsonObjectProperty, value: unknown, owner: Json, place: Place): void {
  const { className, baseClassName } = property;
  if (className === "string") checkTexts(value, place, (texts) => Array.isArray(texts) && texts.every(isText));
  else if (!Array.isArray(value)) addWrong(place, "a list", value);
  else
    value.forEach((member, index) => {
      const cellType = className === "matrixdropdowncolumn" ? cellTypeOf(member, owner) : undefined;
      const at = { ...below(place, index), className, cellType };
      if (baseClassName) checkTyped(property, member, at);
      else checkMember(member, at);
    });
}

/** Returns the cell type of a column. Defaults to the cell type of the matrix. */
function cellTypeOf(column: unknown, matrix: Json): string {
  const own = isObject(column) ? column.cellType : undefined;
  const type = isEmpty(own) || own === "default" ? matrix.cellType : own;
  return typeof type === "string" && cellTypes.has(type) ? type : "dropdown";
}

function checkMember(member: unknown, place: Place, isItem = isItemClass(place.className)): void {
  if (isObject(member)) checkObject(member, place);
  else if (!isItem || member === null || Array.isArray(member))
    place.violations.add(
      place.path,
      "INVALID",
      `Each member of this list must be ${isItem ? "an object, a string, a number or a boolean" : "an object"}.`,
    );
}

function checkTyped(property: JsonObjectProperty, member: unknown, place: Place): void {
  const { path, violations } = place;
  const type = isObject(member) ? member.type : undefined;
  const className = typeof type === "string" ? classOfType(property, type.toLowerCase()) : undefined;
  if (!isObject(member)) checkMember(member, place, false);
  else if (className) checkObject(member, { ...place, className, cellType: undefined });
  else if (isEmpty(type)) violations.add([...path, "type"], "REQUIRED", "Each member of this list must have the property type.");
  else violations.add([...path, "type"], "INVALID", `SurveyJS has no ${property.baseClassName} of this type.`);
}

function checkMask(value: unknown, owner: Json, place: Place): void {
  const { maskType } = owner;
  const isMasked = typeof maskType === "string" && maskType !== "none" && propertiesOf(`${maskType}mask`).size > 0;
  if (isObject(value)) checkObject(value, { ...place, className: isMasked ? `${maskType}mask` : "masksettings" });
  else addWrong(place, "an object", value);
}

function checkCells(value: unknown, place: Place): void {
  if (!isObject(value)) addWrong(place, "an object with one property per row", value);
  else
    for (const [row, columns] of Object.entries(value))
      if (!isObject(columns)) addWrong(below(place, row), "an object with one property per column", columns);
      else for (const [column, texts] of Object.entries(columns)) checkTexts(texts, below(below(place, row), column));
}

/** Suggests up to three names with a similar spelling. Returns "" if `names` contains no similar name. */
function nearest(wrong: string, names: readonly string[]): string {
  if (wrong.length > 60) return "";
  const close = names
    .map((name) => ({ name, distance: levenshtein(wrong.toLowerCase(), name.toLowerCase()) }))
    .filter(({ distance }) => distance <= Math.max(1, wrong.length / 3))
    .sort((one, other) => one.distance - other.distance || one.name.localeCompare(other.name))
    .slice(0, 3);
  return close.length > 0 ? ` Did you mean ${close.map(({ name }) => name).join(" or ")}?` : "";
}

function levenshtein(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (let column = 0; column < other.length; column += 1)
      next.push(Math.min((next[column] ?? 0) + 1, (row[column + 1] ?? 0) + 1, (row[column] ?? 0) + (letter === other[column] ? 0 : 1)));
    row = next;
  }
  return row.at(-1) ?? 0;
}
