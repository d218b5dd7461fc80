import {
  type ArgumentNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLArgument,
  Kind,
  print,
  type SelectionSetNode,
} from "graphql";

type Wanted = ReadonlyMap<ArgumentNode, GraphQLArgument>;

/**
 * Groups equal arguments of fields that GraphQL merges into one response key. Returns the function that maps an argument to the first one
 * of its group.
 */
export function mergedArguments(document: DocumentNode, wanted: Wanted): (argument: ArgumentNode) => ArgumentNode {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions) if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  const parents = new Map<ArgumentNode, ArgumentNode>();
  const first = (node: ArgumentNode): ArgumentNode => {
    let top = node;
    for (let next = parents.get(top); next; next = parents.get(top)) top = next;
    if (top !== node) parents.set(node, top);
    return top;
  };
  const join = (node: ArgumentNode, other: ArgumentNode) => {
    const [top, below] = [first(other), first(node)];
    if (top !== below) parents.set(below, top);
  };
  const walk = (sets: readonly SelectionSetNode[]): void => {
    for (const nodes of fieldsByKey(sets, fragments)) {
      if (nodes.length > 1) joinEqual(nodes, wanted, join);
      const below = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
      if (below.length > 0) walk(below);
    }
  };
  for (const node of document.definitions) if (node.kind === Kind.OPERATION_DEFINITION) walk([node.selectionSet]);
  return first;
}

/** Joins only equal arguments: fields of mutually exclusive types may share a key and differ in arguments. */
function joinEqual(nodes: readonly FieldNode[], wanted: Wanted, join: (node: ArgumentNode, other: ArgumentNode) => void): void {
  const known = new Map<string, ArgumentNode>();
  for (const field of nodes) {
    for (const argument of field.arguments ?? []) {
      const definition = wanted.get(argument);
      if (!definition) continue;
      const key = `${field.name.value} ${definition.type} ${print(argument)}`;
      const other = known.get(key);
      if (other) join(argument, other);
      else known.set(key, argument);
    }
  }
}

/** Groups the fields of merged selection sets by response key, ignoring type conditions. */
function fieldsByKey(sets: readonly SelectionSetNode[], fragments: ReadonlyMap<string, FragmentDefinitionNode>): Iterable<FieldNode[]> {
  const found = new Map<string, FieldNode[]>();
  const spread = new Set<string>();
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
  return found.values();
}
