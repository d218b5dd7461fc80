import type { Violations } from "@offergraph/shared/errors/user-error";
import type { JsonObjectProperty } from "survey-core";
import { isObject, type Json } from "../../domain/draft-walk.js";
import type { Path } from "../../domain/fields.js";
import { isLanguage } from "./languages.js";
import { cellTypes, classOfType, isItemClass, propertiesOf, requiredOf } from "./metadata.js";
import { nearest } from "./nearest.js";
import { kindOf, ruleOf } from "./property-values.js";

/** Checks each property of a model against the type in SurveyJS's metadata. Unknown properties, types and shapes are violations. */
export function checkShape(model: Json, path: Path, violations: Violations): void {
  checkObject(model, { className: "survey", path, violations });
}

interface Place {
  className: string;
  /** Of a matrix column. */
  cellType?: string | undefined;
  path: Path;
  violations: Violations;
}

/** These would send answers to SurveyJS's own service. */
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
    if (!property) violations.add(at, "UNKNOWN_FIELD", unknown(className, key, [...properties.keys()]));
    else if (refused.has(property.name)) violations.add(at, "INVALID", `${key} is not supported: answers are sent only to this service.`);
    // SurveyJS ignores null.
    else if (value !== null) checkValue(property, value, json, { ...place, path: at });
  }
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === "";

const unknown = (className: string, key: string, names: readonly string[]) =>
  `Unknown property ${JSON.stringify(key.slice(0, 60))} of ${className}.${nearest(key, names)}`;

function checkValue(property: JsonObjectProperty, value: unknown, owner: Json, place: Place): void {
  const { path, violations } = place;
  const key = String(path.at(-1));
  if (property.isArray || property.baseClassName) checkList(property, value, owner, place);
  else if (property.type === "masksettings") checkMask(value, owner, place);
  else if (property.type === "cells") checkCells(value, place);
  else if (property.isLocalizable) checkTexts(value, place);
  else {
    const rule = ruleOf(property);
    if (rule?.isRight(value)) return;
    violations.add(path, "INVALID", wrong(key, rule?.allowed ?? "omitted: forms do not support it", value));
  }
}

const wrong = (key: string, allowed: string, value: unknown) => {
  const given = typeof value === "string" ? JSON.stringify(value.slice(0, 60)) : kindOf(value);
  return `${key} must be ${allowed}; this is ${given}.`;
};

const textWords = 'a string, or an object with one string per language such as {"default": "Hello", "de": "Hallo"}';

/** Checks a text, or one text per language. `isRight` checks one text. */
function checkTexts(
  value: unknown,
  { path, violations }: Place,
  isRight: (text: unknown) => boolean = (text) => typeof text === "string",
): void {
  if (isRight(value)) return;
  if (!isObject(value)) violations.add(path, "INVALID", wrong(String(path.at(-1)), textWords, value));
  else
    for (const [language, text] of Object.entries(value))
      if (!isLanguage(language))
        violations.add(
          [...path, language],
          "UNKNOWN_FIELD",
          `${JSON.stringify(language.slice(0, 60))} is not a language code such as en, de or pt-br.`,
        );
      else if (!isRight(text)) violations.add([...path, language], "INVALID", wrong(language, "a string", text));
}

function checkList(property: JsonObjectProperty, value: unknown, owner: Json, place: Place): void {
  const { path, violations } = place;
  const { className } = property;
  if (className === "string") {
    checkTexts(value, place, (texts) => Array.isArray(texts) && texts.every((text) => typeof text === "string"));
  } else if (!Array.isArray(value)) {
    violations.add(path, "INVALID", wrong(String(path.at(-1)), "a list", value));
  } else {
    value.forEach((member, index) => {
      const at = { ...place, path: [...path, index] };
      if (property.baseClassName) checkTyped(property, member, at);
      else
        checkMember(className, member, { ...at, cellType: className === "matrixdropdowncolumn" ? cellTypeOf(member, owner) : undefined });
    });
  }
}

const choicesOfCells: ReadonlySet<unknown> = new Set(cellTypes());

/** Cell type of a column; default: the matrix's. */
function cellTypeOf(column: unknown, matrix: Json): string {
  const own = isObject(column) ? column.cellType : undefined;
  const type = isEmpty(own) || own === "default" ? matrix.cellType : own;
  return typeof type === "string" && choicesOfCells.has(type) ? type : "dropdown";
}

function checkMember(className: string, member: unknown, place: Place): void {
  if (isObject(member)) checkObject(member, { ...place, className });
  else if (!isItemClass(className) || member === null || Array.isArray(member))
    place.violations.add(
      place.path,
      "INVALID",
      `Each member of this list must be ${isItemClass(className) ? "a value or an object" : "an object"}.`,
    );
}

function checkTyped(property: JsonObjectProperty, member: unknown, place: Place): void {
  const { path, violations } = place;
  if (!isObject(member)) {
    violations.add(path, "INVALID", "Each member of this list must be an object.");
    return;
  }
  const { type } = member;
  const className = typeof type === "string" ? classOfType(property, type.toLowerCase()) : undefined;
  if (className) checkObject(member, { ...place, className, cellType: undefined });
  else if (isEmpty(type)) violations.add([...path, "type"], "REQUIRED", "Each member of this list must have a type.");
  else violations.add([...path, "type"], "INVALID", `SurveyJS has no ${property.baseClassName} of this type.`);
}

function checkMask(value: unknown, owner: Json, place: Place): void {
  const { maskType } = owner;
  const isMasked = typeof maskType === "string" && maskType !== "none" && propertiesOf(`${maskType}mask`).size > 0;
  if (isObject(value)) checkObject(value, { ...place, className: isMasked ? `${maskType}mask` : "masksettings" });
  else place.violations.add(place.path, "INVALID", wrong("maskSettings", "an object", value));
}

/** Checks the texts of a matrix's cells, by row, then by column. */
function checkCells(value: unknown, place: Place): void {
  const { path, violations } = place;
  if (!isObject(value)) violations.add(path, "INVALID", wrong("cells", "an object of rows", value));
  else
    for (const [row, columns] of Object.entries(value))
      if (!isObject(columns)) violations.add([...path, row], "INVALID", wrong(row, "an object of columns", columns));
      else for (const [column, texts] of Object.entries(columns)) checkTexts(texts, { ...place, path: [...path, row, column] });
}
