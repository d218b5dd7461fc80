import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from "graphql";

export type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

export function operationsOf({ definitions }: Pick<DocumentNode, "definitions">): OperationDefinitionNode[] {
  return definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
}

export function operationOf(document: DocumentNode): OperationDefinitionNode {
  const [operation] = operationsOf(document);
  if (!operation) throw new Error("Invariant violated: the document has no operation.");
  return operation;
}

export function fragmentsOf({ definitions }: Pick<DocumentNode, "definitions">): Fragments {
  return new Map(definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node] as const] : [])));
}

/**
 * Groups the fields of merged selection sets by response key. Ignores type conditions. Adds the names of expanded fragments to `spread`.
 */
export function fieldsByKey(
  sets: readonly SelectionSetNode[],
  fragments: Fragments,
  spread: Set<string> = new Set(),
): ReadonlyMap<string, FieldNode[]> {
  const found = new Map<string, FieldNode[]>();
  const collect = (set: SelectionSetNode): void => {
    for (const node of set.selections) {
      if (node.kind === Kind.FIELD) {
        const key = node.alias?.value ?? node.name.value;
        const group = found.get(key);
        if (group) group.push(node);
        else found.set(key, [node]);
      } else if (node.kind === Kind.INLINE_FRAGMENT) {
        collect(node.selectionSet);
      } else if (!spread.has(node.name.value)) {
        spread.add(node.name.value);
        const fragment = fragments.get(node.name.value);
        if (fragment) collect(fragment.selectionSet);
      }
    }
  };
  for (const set of sets) collect(set);
  return found;
}
