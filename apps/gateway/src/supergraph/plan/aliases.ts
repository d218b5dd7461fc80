import { type DocumentNode, type FieldNode, Kind, visit } from "graphql";

const ours = /^r_\d+$/;
const planners = /__alias_\d+$/;

/** Renames aliases that could cause wrong plans or results, for example an alias that is also a field name or starts with `__`. */
export function renameAliases(document: DocumentNode, fieldNames: ReadonlySet<string>) {
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
  const original = (name: string) => originals.get(name) ?? name;
  return { document: renamed, original };
}

export function restoreAliases(document: DocumentNode, original: (name: string) => string): DocumentNode {
  return visit(document, {
    Field(node: FieldNode): FieldNode | undefined {
      if (node.alias === undefined) return undefined;
      const value = original(node.alias.value);
      return value === node.alias.value ? undefined : { ...node, alias: { kind: Kind.NAME, value } };
    },
  });
}
