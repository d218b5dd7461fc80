import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type DefinitionNode, Kind } from "graphql";

/** The values of each enum that the database stores. A row stores the index of a value, so new values may only be added at the end. */
type StoredEnums = Record<string, string[]>;

const file = "schema/stored-enums.json";

function read(appDirectory: string): StoredEnums {
  const path = join(appDirectory, file);
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {};
}

/**
 * Returns the path and the new text of schema/stored-enums.json. Appends enum values of the SDL that are missing in the file. Does not
 * remove or move values, because rows store the indexes of values. To store another enum, add the enum's name with the value `[]` to the
 * file. Throws an Error if the SDL does not define the enum.
 */
export function extendStoredEnums(appDirectory: string, own: readonly DefinitionNode[]): [string, string] | undefined {
  const stored = Object.entries(read(appDirectory));
  if (stored.length === 0) return undefined;
  const extended = stored.map(([name, values]) => {
    const declared = own.find((definition) => definition.kind === Kind.ENUM_TYPE_DEFINITION && definition.name.value === name);
    if (declared?.kind !== Kind.ENUM_TYPE_DEFINITION) throw new Error(`${appDirectory}/${file}: the SDL has no enum ${name}.`);
    const added = (declared.values ?? []).map((value) => value.name.value).filter((value) => !values.includes(value));
    return [name, [...values, ...added]] as const;
  });
  return [file, `${JSON.stringify(Object.fromEntries(extended), null, 2)}\n`];
}

/**
 * Generates a constant for each stored enum, e.g. `discountCodeStatus` for DiscountCodeStatus. The constant lists the values. The database
 * stores the index of a value.
 */
export function generateStoredEnums(appDirectory: string): string {
  const stored = Object.entries(read(appDirectory));
  const constants = stored.map(([name, values]) => {
    const constant = name.charAt(0).toLowerCase() + name.slice(1);
    return `export const ${constant} = ${JSON.stringify(values)} as const satisfies readonly ${name}[];`;
  });
  return `import type { ${stored.map(([name]) => name).join(", ")} } from "./types.js";\n\n${constants.join("\n")}\n`;
}
