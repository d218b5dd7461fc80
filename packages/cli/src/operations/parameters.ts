import type { JsonSchema, Tool } from "../api/mcp.js";

/** An argument of an operation that becomes an option. */
export interface Parameter {
  /** Name of the option, such as "partner-id". */
  flag: string;
  /** Path of the value within the operation's arguments, such as ["input", "partnerId"]. */
  path: readonly string[];
  /** The kind of the option's value. For "file", the user enters a path, and the operation gets the file's text. */
  kind: "string" | "file" | "integer" | "number" | "boolean" | "json";
  /** True if the argument is a list. `kind` is the kind of one item. */
  isList: boolean;
  isNullable: boolean;
  isRequired: boolean;
  values: readonly string[] | undefined;
  description: string;
}

/** Names of the CLI's additional options. */
const ownOptions = new Set(["all", "dry-run", "fields", "help", "idempotency-key", "input", "json", "profile", "wait"]);
/** Names of arguments that are read from a file. */
const files = new Set(["csv"]);
/** The fields of these objects become options. */
const flattened = new Set(["input", "body"]);

/** Returns the parameters of an operation, in the order of its arguments. */
export function parametersOf({ inputSchema }: Tool): Parameter[] {
  const { properties = {}, ...rest } = inputSchema as { properties?: Record<string, JsonSchema> };
  const { fields: _, idempotency_key: __, dry_run: ___, ...own } = properties;
  // Omits `input` if it only repeats other arguments.
  const { input, ...others } = own;
  const isRepeated = input !== undefined && Object.keys(others).length > 0;
  return fieldsOf({ ...rest, properties: isRepeated ? others : own }, [], true);
}

function fieldsOf(schema: JsonSchema, path: readonly string[], isOuterRequired: boolean): Parameter[] {
  const { properties = {}, required = [] } = schema as { properties?: Record<string, JsonSchema>; required?: string[] };
  return Object.entries(properties).flatMap(([name, given]) => {
    const { types, isNullable } = alternatives(given);
    const isRequired = isOuterRequired && required.includes(name);
    const [first] = types;
    const inner = [...path, name];
    if (flattened.has(name) && types.length === 1 && first?.type === "object" && first.properties)
      return fieldsOf(first, inner, isRequired || isOuterRequired);
    return [
      {
        ...(files.has(name) ? file : shapeOf(types)),
        flag: flagOf(name),
        path: inner,
        isNullable,
        isRequired,
        description: String(given.description ?? ""),
      },
    ];
  });
}

/** Returns the types that a schema allows, except null. `isNullable` is true if the schema allows null. */
function alternatives(given: JsonSchema): { types: JsonSchema[]; isNullable: boolean } {
  const all = Array.isArray(given.anyOf) ? (given.anyOf as JsonSchema[]) : [given];
  const types = all.filter(({ type }) => type !== "null");
  return { types, isNullable: types.length < all.length };
}

function shapeOf(types: readonly JsonSchema[]): Pick<Parameter, "kind" | "isList" | "values"> {
  const [first] = types;
  if (types.length === 1 && first?.type === "array") {
    const { types: items } = alternatives((first.items ?? {}) as JsonSchema);
    return { ...shapeOf(items), isList: true };
  }
  const kind = kinds.find((one) => one === first?.type) ?? "json";
  return { kind, isList: false, values: Array.isArray(first?.enum) ? first.enum.map(String) : undefined };
}

const file = { kind: "file", isList: false, values: undefined } as const;

const kinds = ["string", "integer", "number", "boolean"] as const;

/** Converts the name of an argument to the name of an option: "aliased_codes" and "aliasedCodes" become "aliased-codes". */
function flagOf(name: string): string {
  const flag = name
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replaceAll("_", "-")
    .toLowerCase();
  return ownOptions.has(flag) ? `set-${flag}` : flag;
}

/**
 * Returns the parameter that the user enters without an option name: the first required string. Without a required string, returns the
 * first required list of strings.
 */
export function positionalOf(parameters: readonly Parameter[]): Parameter | undefined {
  const required = parameters.filter(({ isRequired }) => isRequired);
  return required.find(({ kind, isList }) => isText(kind) && !isList) ?? required.find(({ kind }) => isText(kind));
}

const isText = (kind: Parameter["kind"]) => kind === "string" || kind === "file";
