import { type JsonObjectProperty, Serializer } from "survey-core";

type Properties = ReadonlyMap<string, JsonObjectProperty>;

const none: Properties = new Map();
const cached = new Map<string, Properties>();

/** Returns the properties that a SurveyJS class reads from JSON, by name or alternative name. For a matrix column, pass its `cellType`. */
export function propertiesOf(className: string, cellType?: string): Properties {
  // Does not cache unknown class names, because untrusted models could fill the cache.
  if (!Serializer.findClass(className) || (cellType !== undefined && !Serializer.findClass(cellType))) return none;
  const key = `${className} ${cellType ?? ""}`;
  const found = cached.get(key) ?? index([...Serializer.getProperties(className), ...cellProperties(className, cellType)]);
  cached.set(key, found);
  return found;
}

function index(properties: readonly JsonObjectProperty[]): Properties {
  const found = new Map<string, JsonObjectProperty>();
  // If several properties have the same name, SurveyJS uses the first property.
  for (const property of properties)
    for (const name of [property.name, property.alternativeName]) if (name && !found.has(name)) found.set(name, property);
  return found;
}

/** Returns the properties that a matrix column has because of its cell type. */
const cellProperties = (className: string, cellType: string | undefined): JsonObjectProperty[] =>
  cellType === undefined ? [] : Serializer.getDynamicPropertiesByObj(Serializer.createClass(className), cellType);

const panels: ReadonlySet<string> = new Set(["panel", "flowpanel"]);

/**
 * Returns the name of the SurveyJS class for a list member with the given `type`. Returns undefined if the list does not accept the type.
 */
export function classOfType(property: JsonObjectProperty, type: string): string | undefined {
  const { baseClassName: base, classNamePart: part = "" } = property;
  const name = type.endsWith(part) ? type : `${type}${part}`;
  if (!Serializer.findClass(name)) return undefined;
  const key = `${base} ${name}`;
  if (!members.has(key)) members.set(key, isMember(base, name));
  return members.get(key) ? name : undefined;
}

const members = new Map<string, boolean>();

function isMember(base: string, name: string): boolean {
  const isKind = Serializer.isDescendantOf(name, base) || (base === "question" && panels.has(name));
  return isKind && name !== base && Serializer.createClass(name) !== null;
}

export const isItemClass = (className: string): boolean => Serializer.isDescendantOf(className, "itemvalue");

/** Returns the names of a SurveyJS class's required properties without a default. */
export function requiredOf(className: string): string[] {
  if (isItemClass(className)) return [];
  const required = Serializer.findClass(className)?.getRequiredProperties() ?? [];
  return required.filter(({ defaultValue }) => defaultValue === undefined || defaultValue === "").map(({ name }) => name);
}

/** Returns the allowed values of a property, or an empty list if all values are allowed. */
export function choicesOfProperty(property: JsonObjectProperty): readonly unknown[] {
  if (!property.hasChoices) return [];
  const listed: unknown = property.getChoices(null as never);
  return Array.isArray(listed) ? listed.map((choice) => (typeof choice === "object" ? choice?.value : choice)) : [];
}

export const cellTypes: ReadonlySet<unknown> = new Set(choicesOfProperty(Serializer.findProperty("matrixdropdownbase", "cellType")));
