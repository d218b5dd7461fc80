const constant = /^[A-Z][A-Z_]*$/;

/**
 * Compares a command's actual response with the response in a Markdown page. Fields, value types and constants such as ACTIVE must be
 * equal. Ids, times, counts and texts may differ. null matches any value. A list with one item matches any number of similar items. Returns
 * a description of the first difference, or undefined.
 */
export function differenceOfShape(printed: unknown, actual: unknown, path = "answer"): string | undefined {
  if (printed === null || actual === null) return undefined;
  if (Array.isArray(printed)) return differenceOfLists(printed, actual, path);
  if (typeof printed === "object") return differenceOfObjects(printed, actual, path);
  if (typeof printed !== typeof actual) return `${path} is ${JSON.stringify(actual)}, the page prints ${JSON.stringify(printed)}`;
  const isConstant = typeof printed === "string" && constant.test(printed);
  return isConstant && printed !== actual ? `${path} is ${JSON.stringify(actual)}, the page prints ${printed}` : undefined;
}

function differenceOfLists(printed: readonly unknown[], actual: unknown, path: string): string | undefined {
  if (!Array.isArray(actual)) return `${path} is not a list`;
  if ((printed.length === 0) !== (actual.length === 0)) return `${path} has ${actual.length} items, the page prints ${printed.length}`;
  for (const [index, item] of actual.entries()) {
    const differences = printed.map((one) => differenceOfShape(one, item, `${path}.${index}`));
    if (differences.length > 0 && !differences.includes(undefined)) return differences[0];
  }
  return undefined;
}

function differenceOfObjects(printed: object, actual: unknown, path: string): string | undefined {
  if (typeof actual !== "object" || actual === null || Array.isArray(actual)) return `${path} is not an object`;
  const [expected, found] = [Object.keys(printed).sort(), Object.keys(actual).sort()];
  if (expected.join() !== found.join()) return `${path} has the fields ${found.join(", ")}, the page prints ${expected.join(", ")}`;
  for (const [key, value] of Object.entries(printed)) {
    const difference = differenceOfShape(value, (actual as Record<string, unknown>)[key], `${path}.${key}`);
    if (difference !== undefined) return difference;
  }
  return undefined;
}
