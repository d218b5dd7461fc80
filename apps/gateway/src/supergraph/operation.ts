import { type DocumentNode, type FragmentDefinitionNode, Kind, type OperationDefinitionNode, visit } from "graphql";
import { LRUCache } from "lru-cache";
import type { GoodDocument } from "./document.js";
import type { Preparation } from "./prepare.js";
import { conditionVariables } from "./project/resolve-conditions.js";
import { compileSpecialization, type Specialization } from "./specialization.js";
import type { Variables } from "./variables.js";

const variantsKept = 16;

/** Compiled operation, one variant per combination of `@skip` and `@include` conditions. */
export interface CompiledOperation {
  /** Maximum number of cached variants. */
  readonly maxVariants: number;
  variant(variables: Variables): Specialization;
}

/** Document of the operation and its fragments. Removes the operation's name, so that equal operations share a cache entry. */
export function documentOf(good: GoodDocument): DocumentNode {
  return { kind: Kind.DOCUMENT, definitions: [{ ...good.operation, name: undefined }, ...usedFragments(good)] };
}

/** Compiles an operation: immediately if it has no variable conditions, otherwise each variant on first use. */
export function compileOperation(document: DocumentNode, preparation: Preparation): CompiledOperation {
  const conditions = conditionVariables(document);
  if (conditions.length === 0) {
    const only = compileSpecialization(document, {}, preparation);
    return { maxVariants: 1, variant: () => only };
  }
  const variants = new LRUCache<string, Specialization>({ max: variantsKept });
  const variant = (variables: Variables) => {
    const key = conditions.map((name) => (variables[name] === true ? "1" : "0")).join("");
    const known = variants.get(key);
    if (known) return known;
    const made = compileSpecialization(document, variables, preparation);
    variants.set(key, made);
    return made;
  };
  return { maxVariants: Math.min(variantsKept, 2 ** conditions.length), variant };
}

function usedFragments({ operation, fragments }: GoodDocument): FragmentDefinitionNode[] {
  const used = new Set<FragmentDefinitionNode>();
  const look = (node: OperationDefinitionNode | FragmentDefinitionNode) => {
    visit(node, {
      FragmentSpread(spread) {
        const fragment = fragments.get(spread.name.value);
        if (!fragment || used.has(fragment)) return;
        used.add(fragment);
        look(fragment);
      },
    });
  };
  look(operation);
  return [...used];
}

/** Names of all root fields, including skipped ones. */
export function rootFieldNames({ operation, fragments }: GoodDocument): string[] {
  // By response key: a field with two aliases runs twice.
  const names = new Map<string, string>();
  const seen = new Set<string>();
  const collect = (set: OperationDefinitionNode["selectionSet"]): void => {
    for (const node of set.selections) {
      if (node.kind === Kind.FIELD) names.set(node.alias?.value ?? node.name.value, node.name.value);
      else if (node.kind === Kind.INLINE_FRAGMENT) collect(node.selectionSet);
      else if (!seen.has(node.name.value)) {
        seen.add(node.name.value);
        const fragment = fragments.get(node.name.value);
        if (fragment) collect(fragment.selectionSet);
      }
    }
  };
  collect(operation.selectionSet);
  return [...names.values()];
}
