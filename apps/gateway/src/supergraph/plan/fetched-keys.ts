import { type DocumentNode, parse, type SelectionSetNode } from "graphql";
import { type Fragments, fieldsByKey, fragmentsOf, operationOf } from "../selections.js";

/** Keys that a fetch adds to an object and its nested objects. */
export type FetchedKeys = ReadonlyMap<string, FetchedKeys>;

/**
 * Creates a function that returns all keys that a fetch can add. Parses the operation on first use, because only responses with errors need
 * the keys.
 */
export function fetchedKeys(operation: string, isEntities: boolean, rewritten: ReadonlyMap<string, string>): () => FetchedKeys {
  let keys: FetchedKeys | undefined;
  return () => {
    keys ??= keysOf(parse(operation, { noLocation: true }), isEntities, rewritten);
    return keys;
  };
}

function keysOf(document: DocumentNode, isEntities: boolean, rewritten: ReadonlyMap<string, string>): FetchedKeys {
  const keys = keysIn([operationOf(document).selectionSet], fragmentsOf(document), rewritten);
  return isEntities ? (keys.get("_entities") ?? keys) : keys;
}

function keysIn(sets: readonly SelectionSetNode[], fragments: Fragments, rewritten: ReadonlyMap<string, string>): FetchedKeys {
  const keys = new Map<string, FetchedKeys>();
  for (const [key, nodes] of fieldsByKey(sets, fragments)) {
    const below = keysIn(
      nodes.flatMap(({ selectionSet }) => selectionSet ?? []),
      fragments,
      rewritten,
    );
    const name = rewritten.get(key) ?? key;
    const present = keys.get(name);
    keys.set(name, present ? new Map([...present, ...below]) : below);
  }
  return keys;
}

/** True if a fetch can add a value at a path. The path is relative to the fetch's object. */
export function hasKeys(keys: FetchedKeys, path: readonly string[]): boolean {
  let level: FetchedKeys | undefined = keys;
  for (const key of path) level = level?.get(key);
  return level !== undefined;
}
