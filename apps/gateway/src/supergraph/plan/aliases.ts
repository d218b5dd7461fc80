import { type DocumentNode, type FieldNode, Kind, visit } from "graphql";

const ours = /^r_\d+$/;
const planners = /__alias_\d+$/;

/** A document whose misleading aliases were replaced, and the way back. */
export interface Renamed {
  readonly document: DocumentNode;
  /** The client's alias of a name that stands in its place; any other name as it is. */
  original(name: string): string;
}

/**
 * Gives other names to the aliases that could be taken for something else in the data that subgraphs answer with:
 * the planner takes `rowId: title` for the key it needs and drops one of them, `__typename: title` decides which type an object has,
 * and `__proto__` is no plain key in JavaScript. Fields keep their own names, so that only `fieldNames` and such are in question.
 */
export function renameAliases(document: DocumentNode, fieldNames: ReadonlySet<string>): Renamed {
  const names = new Map<string, string>();
  const originals = new Map<string, string>();
  const misleads = (alias: string) =>
    fieldNames.has(alias) || alias.startsWith("__") || alias in Object.prototype || ours.test(alias) || planners.test(alias);
  const renamed = visit(document, {
    Field(node: FieldNode): FieldNode | undefined {
      const alias = node.alias?.value;
      if (node.alias === undefined || alias === undefined || alias === node.name.value || !misleads(alias)) return undefined;
      const name = names.get(alias) ?? `r_${names.size}`;
      names.set(alias, name);
      originals.set(name, alias);
      return { ...node, alias: { ...node.alias, value: name } };
    },
  });
  return { document: renamed, original: (name) => originals.get(name) ?? name };
}

/** The document with every alias put back. */
export function restoreAliases(document: DocumentNode, original: Renamed["original"]): DocumentNode {
  return visit(document, {
    Field(node: FieldNode): FieldNode | undefined {
      if (node.alias === undefined) return undefined;
      const value = original(node.alias.value);
      return value === node.alias.value ? undefined : { ...node, alias: { kind: Kind.NAME, value } };
    },
  });
}
