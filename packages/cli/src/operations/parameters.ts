import type { JsonSchema, Tool } from "../api/mcp.js";

/** An argument of an operation that a command takes as an option. */
export interface Parameter {
  /** Name of the option, e.g. "partner-id". */
  flag: string;
  /** Path in the arguments, e.g. ["input", "partnerId"]. */
  path: readonly string[];
  /** If the kind is "file", the option is the path of a file, and the argument is the file's text. */
  kind: "string" | "file" | "integer" | "number" | "boolean" | "json";
  /** True for a list of values of this kind. */
  isList: boolean;
  isNullable: boolean;
  isRequired: boolean;
  values: readonly string[] | undefined;
  description: string;
}

/** Names of the options that every command of an operation has. */
const ownOptions = new Set(["all", "fields", "help", "idempotency-key", "input", "json", "profile", "wait"]);
/** Fields that contain the text of a file. */
const files = new Set(["csv"]);
/** Objects whose fields become options. */
const flattened = new Set(["input", "body"]);

/** Returns the parameters of an operation, in the order of its arguments. */
export function parametersOf({ inputSchema }: Tool): Parameter[] {
  const definitions = (inputSchema.$defs ?? {}) as Record<string, JsonSchema>;
  const { properties = {}, ...rest } = inputSchema as { properties?: Record<string, JsonSchema> };
  const { fields: _, idempotency_key: __, ...own } = properties;
  // If `input` only repeats the other arguments, the options use the other arguments.
  const { input, ...others } = own;
  const isRepeated = input !== undefined && Object.keys(others).length > 0;
  return fieldsOf({ ...rest, properties: isRepeated ? others : own }, [], definitions, true);
}

function fieldsOf(
  schema: JsonSchema,
  path: readonly string[],
  definitions: Record<string, JsonSchema>,
  isOuterRequired: boolean,
): Parameter[] {
  const { properties = {}, required = [] } = schema as { properties?: Record<string, JsonSchema>; required?: string[] };
  return Object.entries(properties).flatMap(([name, given]) => {
    const { types, isNullable } = alternatives(given, definitions);
    const isRequired = isOuterRequired && required.includes(name);
    const [first] = types;
    const inner = [...path, name];
    if (flattened.has(name) && types.length === 1 && first?.type === "object" && first.properties)
      return fieldsOf(first, inner, definitions, isRequired || isOuterRequired);
    return [
      {
        ...(files.has(name) ? file : shapeOf(types, definitions)),
        flag: flagOf(name),
        path: inner,
        isNullable,
        isRequired,
        description: String(given.description ?? ""),
      },
    ];
  });
}

/** Returns the alternatives of a schema except null. */
function alternatives(given: JsonSchema, definitions: Record<string, JsonSchema>): { types: JsonSchema[]; isNullable: boolean } {
  const all = flat(given, definitions);
  const types = all.filter(({ type }) => type !== "null");
  return { types, isNullable: types.length < all.length };
}

function flat(given: JsonSchema, definitions: Record<string, JsonSchema>): JsonSchema[] {
  const schema = resolve(given, definitions);
  // If a schema has properties, its `anyOf` does not contain alternatives but conditions on the properties.
  return Array.isArray(schema.anyOf) && !schema.properties ? schema.anyOf.flatMap((one: JsonSchema) => flat(one, definitions)) : [schema];
}

function resolve(schema: JsonSchema, definitions: Record<string, JsonSchema>): JsonSchema {
  if (typeof schema.$ref !== "string") return schema;
  return definitions[schema.$ref.replace("#/$defs/", "")] ?? {};
}

function shapeOf(types: readonly JsonSchema[], definitions: Record<string, JsonSchema>): Pick<Parameter, "kind" | "isList" | "values"> {
  const [first] = types;
  if (types.length === 1 && first?.type === "array") {
    const { types: items } = alternatives((first.items ?? {}) as JsonSchema, definitions);
    return { ...shapeOf(items, definitions), isList: true };
  }
  // The type of a reference to a record is a string (id or name) or an object. The option accepts the string.
  const simple = types.find(({ type }) => type === "string") ?? (types.length === 1 ? first : undefined);
  const kind = kinds.find((one) => one === simple?.type) ?? "json";
  return { kind, isList: false, values: Array.isArray(simple?.enum) ? simple.enum.map(String) : undefined };
}

const file = { kind: "file", isList: false, values: undefined } as const;

const kinds = ["string", "integer", "number", "boolean"] as const;

/** "aliased_codes" and "aliasedCodes" become "aliased-codes". */
function flagOf(name: string): string {
  const flag = name
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replaceAll("_", "-")
    .toLowerCase();
  return ownOptions.has(flag) ? `set-${flag}` : flag;
}

/** Returns the parameter that a command takes without an option: the first required value, or the first required list of values. */
export function positionalOf(parameters: readonly Parameter[]): Parameter | undefined {
  const required = parameters.filter(({ isRequired }) => isRequired);
  return required.find(({ kind, isList }) => isText(kind) && !isList) ?? required.find(({ kind }) => isText(kind));
}

const isText = (kind: Parameter["kind"]) => kind === "string" || kind === "file";
