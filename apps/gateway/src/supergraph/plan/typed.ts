import { type GraphQLSchema, isAbstractType, isInterfaceType, isObjectType } from "graphql";

/** Tests a type condition; `unless` is the result for an object without `__typename`. */
export type IsOfType = (value: Readonly<Record<string, unknown>>, condition: string, unless: boolean) => boolean;

/** Creates the type test from the supergraph's types, including inaccessible ones. */
export function typeTest(supergraph: GraphQLSchema): IsOfType {
  const answers = new Map<string, boolean>();
  return (value, condition, unless) => {
    const name = value.__typename;
    if (typeof name !== "string") return unless;
    if (name === condition) return true;
    const key = `${name} ${condition}`;
    const known = answers.get(key);
    if (known !== undefined) return known;
    const type = supergraph.getType(name);
    const wanted = supergraph.getType(condition);
    const answer = isAbstractType(wanted) && (isObjectType(type) || isInterfaceType(type)) && supergraph.isSubType(wanted, type);
    // Not cached for unknown names, which would let a subgraph grow the cache.
    if (type) answers.set(key, answer);
    return answer;
  };
}
