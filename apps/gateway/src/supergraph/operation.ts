import { type DocumentNode, type FragmentDefinitionNode, Kind, type OperationDefinitionNode, visit } from "graphql";
import { LRUCache } from "lru-cache";
import type { GoodDocument } from "./document.js";
import type { Preparation } from "./prepare.js";
import { conditionVariables } from "./project/settle.js";
import type { Variables } from "./variables.js";
import { compileVariant, type Variant } from "./variant.js";

const variantsKept = 16;

/** An operation in the variants that its `@skip` and `@include` make of it. */
export interface CompiledOperation {
  /** The most variants that are kept at a time. */
  readonly mostVariants: number;
  variant(variables: Variables): Variant;
}

/** The operation alone with the fragments that it uses. A name would only make different texts of equal operations. */
export function documentOf(good: GoodDocument): DocumentNode {
  return { kind: Kind.DOCUMENT, definitions: [{ ...good.operation, name: undefined }, ...usedFragments(good)] };
}

/** Compiles an operation: at once when it has no variable conditions, else for each combination of them when it is first asked for. */
export function compileOperation(document: DocumentNode, preparation: Preparation): CompiledOperation {
  const conditions = conditionVariables(document);
  if (conditions.length === 0) {
    const only = compileVariant(document, {}, preparation);
    return { mostVariants: 1, variant: () => only };
  }
  const variants = new LRUCache<string, Variant>({ max: variantsKept });
  const variant = (variables: Variables) => {
    const key = conditions.map((name) => (variables[name] === true ? "1" : "0")).join("");
    const known = variants.get(key);
    if (known) return known;
    const made = compileVariant(document, variables, preparation);
    variants.set(key, made);
    return made;
  };
  return { mostVariants: Math.min(variantsKept, 2 ** conditions.length), variant };
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

/** The names of all root fields, those that `@skip` may leave out among them. */
export function rootFieldNames({ operation, fragments }: GoodDocument): string[] {
  // By key of the answer: a field asked for under two aliases runs twice.
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
