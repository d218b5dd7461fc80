import { type DocumentNode, Kind, type SelectionSetNode } from "graphql";
import { enforceLimit, type SupergraphLimits } from "./limits.js";
import { type Fragments, fieldsByKey, fragmentsOf, operationsOf } from "./selections.js";

/**
 * Throws PublicError OVERLAP_LIMIT if OverlappingFieldsCanBeMerged would compare too many selections. Throws PublicError FIELD_LIMIT if the
 * document has too many fields. The document must not have cycles of fragments.
 */
export function limitOverlaps(document: DocumentNode, limits: Pick<SupergraphLimits, "overlaps" | "fields">): void {
  const fragments = fragmentsOf(document);
  const roots = rootsOf(document, fragments);
  const count = fieldCounter(fragments);
  const fields = roots.reduce((sum, set) => sum + count(set), 0);
  enforceLimit("FIELD_LIMIT", `The document has ${fields} fields`, fields, limits.fields);
  let pairs = 0;
  const addPairs = (sets: readonly SelectionSetNode[]): void => {
    const spread = new Set<string>();
    const groups = fieldsByKey(sets, fragments, spread);
    pairs += pairsOf(spread.size);
    for (const nodes of groups.values()) {
      pairs += pairsOf(nodes.length);
      const below = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
      if (below.length > 0) addPairs(below);
    }
  };
  for (const set of roots) addPairs([set]);
  const finding = `The document has ${pairs} pairs of selections or fragments that may conflict`;
  enforceLimit("OVERLAP_LIMIT", finding, pairs, limits.overlaps, { fix: "Select each field only once, and use fewer fragments." });
}

function pairsOf(count: number): number {
  return (count * (count - 1)) / 2;
}

/** Returns the selections of all operations and all unused fragments. */
function rootsOf(document: DocumentNode, fragments: Fragments): SelectionSetNode[] {
  const operations = operationsOf(document).map(({ selectionSet }) => selectionSet);
  const spread = new Set<string>();
  const findSpreads = (set: SelectionSetNode): void => {
    for (const node of set.selections) {
      if (node.kind !== Kind.FRAGMENT_SPREAD) {
        if (node.selectionSet) findSpreads(node.selectionSet);
      } else if (!spread.has(node.name.value)) {
        spread.add(node.name.value);
        const fragment = fragments.get(node.name.value);
        if (fragment) findSpreads(fragment.selectionSet);
      }
    }
  };
  operations.forEach(findSpreads);
  const unused = [...fragments].flatMap(([name, { selectionSet }]) => (spread.has(name) ? [] : [selectionSet]));
  return [...operations, ...unused];
}

/** Creates a function that counts the fields of a selection set, including its fragments. Caches the number of fields of each fragment. */
function fieldCounter(fragments: Fragments): (set: SelectionSetNode) => number {
  const known = new Map<string, number>();
  const count = (set: SelectionSetNode): number => {
    let fields = 0;
    for (const node of set.selections) {
      if (node.kind === Kind.FRAGMENT_SPREAD) fields += countSpread(node.name.value);
      else fields += (node.kind === Kind.FIELD ? 1 : 0) + (node.selectionSet ? count(node.selectionSet) : 0);
    }
    return fields;
  };
  const countSpread = (name: string): number => {
    const fragment = fragments.get(name);
    const fields = known.get(name) ?? (fragment ? count(fragment.selectionSet) : 0);
    known.set(name, fields);
    return fields;
  };
  return count;
}
