import { PublicError } from "@offergraph/shared/errors/public-error";
import { type DocumentNode, type FieldNode, type FragmentDefinitionNode, Kind, type SelectionSetNode } from "graphql";

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

/**
 * Limits the pairs of selections that validation compares (OverlappingFieldsCanBeMerged): its work grows with their number, not with the
 * length of the document. Requires a parsed document without fragment cycles.
 * Throws PublicError FIELD_LIMIT or OVERLAP_LIMIT with limit and value.
 */
export function limitOverlaps(document: DocumentNode, limits: { readonly overlaps: number; readonly fields: number }): void {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions) if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  const roots = rootsOf(document, fragments);
  const count = fieldCounter(fragments);
  const fields = roots.reduce((sum, set) => sum + count(set), 0);
  if (fields > limits.fields)
    throw new PublicError("FIELD_LIMIT", `The document has ${fields} fields; the limit is ${limits.fields}.`, {
      limit: limits.fields,
      value: fields,
    });
  let pairs = 0;
  const walk = (sets: readonly SelectionSetNode[]): void => {
    const place = mergePlace(sets, fragments);
    pairs += place.pairs;
    for (const below of place.below) walk(below);
  };
  for (const set of roots) walk([set]);
  if (pairs > limits.overlaps)
    throw new PublicError(
      "OVERLAP_LIMIT",
      `The document selects the same fields repeatedly: ${pairs} pairs of selections; the limit is ${limits.overlaps}.`,
      { limit: limits.overlaps, value: pairs, fix: "Select each field only once, and use fewer fragments." },
    );
}

/** Selections of all operations and of unused fragments, which validation checks too. */
function rootsOf(document: DocumentNode, fragments: Fragments): SelectionSetNode[] {
  const operations = document.definitions.flatMap((node) => (node.kind === Kind.OPERATION_DEFINITION ? [node.selectionSet] : []));
  const spread = new Set<string>();
  const look = (set: SelectionSetNode): void => {
    for (const node of set.selections) {
      if (node.kind !== Kind.FRAGMENT_SPREAD) {
        if (node.selectionSet) look(node.selectionSet);
      } else if (!spread.has(node.name.value)) {
        spread.add(node.name.value);
        const fragment = fragments.get(node.name.value);
        if (fragment) look(fragment.selectionSet);
      }
    }
  };
  operations.forEach(look);
  const unused = [...fragments].flatMap(([name, { selectionSet }]) => (spread.has(name) ? [] : [selectionSet]));
  return [...operations, ...unused];
}

/** Counts fields with fragments expanded; memoized per fragment. */
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

/** Counts the pairs of fields with one response key and the pairs of fragments; returns the merged selection sets below. */
function mergePlace(sets: readonly SelectionSetNode[], fragments: Fragments): { pairs: number; below: Iterable<SelectionSetNode[]> } {
  const counts = new Map<string, number>();
  const below = new Map<string, SelectionSetNode[]>();
  const spread = new Set<string>();
  let pairs = 0;
  const take = ({ alias, name, selectionSet }: FieldNode): void => {
    const key = alias?.value ?? name.value;
    const before = counts.get(key) ?? 0;
    counts.set(key, before + 1);
    pairs += before;
    const others = below.get(key);
    if (selectionSet && others) others.push(selectionSet);
    else if (selectionSet) below.set(key, [selectionSet]);
  };
  const takeSpread = (name: string): void => {
    if (spread.has(name)) return;
    pairs += spread.size;
    spread.add(name);
    const fragment = fragments.get(name);
    if (fragment) collect(fragment.selectionSet);
  };
  const collect = (set: SelectionSetNode): void => {
    for (const node of set.selections) {
      if (node.kind === Kind.FIELD) take(node);
      else if (node.kind === Kind.FRAGMENT_SPREAD) takeSpread(node.name.value);
      else collect(node.selectionSet);
    }
  };
  for (const set of sets) collect(set);
  return { pairs, below: below.values() };
}
