import { type DocumentNode, type FragmentDefinitionNode, Kind, type OperationDefinitionNode, visit } from "graphql";
import { LRUCache } from "lru-cache";
import type { GoodDocument } from "./document.js";
import type { Preparation } from "./prepare.js";
import { conditionVariables } from "./project/resolve-conditions.js";
import { fieldsByKey } from "./selections.js";
import { compileSpecialization, type Specialization } from "./specialization.js";
import type { Variables } from "./variables.js";

const cachedSpecializations = 16;

/** Compiled operation. Compiled variants, one for each combination of `@skip` and `@include` conditions. */
export interface CompiledOperation {
  readonly maxSpecializations: number;
  specialize(variables: Variables): Specialization;
}

/** Returns a document with only the operation and its fragments. Omits the operation's name, because the name does not change the plan. */
export function documentOf(good: GoodDocument): DocumentNode {
  return { kind: Kind.DOCUMENT, definitions: [{ ...good.operation, name: undefined }, ...usedFragments(good)] };
}

/** Compiles an operation. Compiles each specialization on first use. */
export function compileOperation(document: DocumentNode, preparation: Preparation): CompiledOperation {
  const conditions = conditionVariables(document);
  if (conditions.length === 0) {
    const only = compileSpecialization(document, {}, preparation);
    return { maxSpecializations: 1, specialize: () => only };
  }
  const cache = new LRUCache<string, Specialization>({ max: cachedSpecializations });
  const specialize = (variables: Variables) => {
    const key = conditions.map((name) => (variables[name] === true ? "1" : "0")).join("");
    const known = cache.get(key);
    if (known) return known;
    const made = compileSpecialization(document, variables, preparation);
    cache.set(key, made);
    return made;
  };
  return { maxSpecializations: Math.min(cachedSpecializations, 2 ** conditions.length), specialize };
}

function usedFragments({ operation, fragments }: GoodDocument): FragmentDefinitionNode[] {
  const used = new Set<FragmentDefinitionNode>();
  const addUsed = (node: OperationDefinitionNode | FragmentDefinitionNode) => {
    visit(node, {
      FragmentSpread(spread) {
        const fragment = fragments.get(spread.name.value);
        if (!fragment || used.has(fragment)) return;
        used.add(fragment);
        addUsed(fragment);
      },
    });
  };
  addUsed(operation);
  return [...used];
}

/** Returns the names of all root fields, including skipped fields. A field with two aliases appears twice. */
export function rootFieldNames({ operation, fragments }: GoodDocument): string[] {
  return [...fieldsByKey([operation.selectionSet], fragments).values()].flatMap(([field]) => field?.name.value ?? []);
}
