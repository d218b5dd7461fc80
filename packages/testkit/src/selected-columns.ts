import type { ColumnSelector } from "@offergraph/service/db/selected-columns";
import { expect } from "vitest";

type Resolver = (row: object, args: object, context: object) => unknown;

/**
 * Asserts that each select list contains all columns that the field's resolver reads. Calls the resolvers with a row and a context that
 * record each access.
 */
export function expectSelectedColumns(resolvers: object, columnsOf: ColumnSelector): void {
  const named = (text: string) => new Set([...text.matchAll(/AS "(\w+)"/g)].map(([, name]) => name));
  const all = named(columnsOf(undefined).text);
  const own = Object.entries(resolvers).filter(([name]) => !name.startsWith("__"));
  expect(own.length).toBeGreaterThan(0);
  const missing = own.flatMap(([name, resolver]) => {
    const selected = named(columnsOf(new Set([name])).text);
    return readBy(resolver as Resolver, all).flatMap((column) => (selected.has(column) ? [] : [`${name} reads ${column}`]));
  });
  expect(missing).toEqual([]);
}

function readBy(resolver: Resolver, columns: ReadonlySet<string | undefined>): string[] {
  const read = new Set<string>();
  const row = new Proxy({} as Record<string, unknown>, {
    get: (_, property) => {
      if (typeof property !== "string" || !columns.has(property)) return undefined;
      read.add(property);
      return "0";
    },
  });
  const context = { load: () => ({ load: async () => null }), principal: {} };
  try {
    Promise.resolve(resolver(row, {}, context)).catch(() => undefined);
  } catch {
    // The row contains invalid values, so the resolver may fail after it has read the columns.
  }
  return [...read];
}
