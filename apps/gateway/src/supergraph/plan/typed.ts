import { type GraphQLSchema, isAbstractType, isInterfaceType, isObjectType } from "graphql";

/** Whether an object of the merged data satisfies a type condition; `unless` answers for one without a `__typename`. */
export type IsOfType = (value: Readonly<Record<string, unknown>>, condition: string, unless: boolean) => boolean;

/** Type conditions by the supergraph's types, those that clients cannot see among them. */
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
    // Unknown names are a subgraph's to send: they are answered, not remembered.
    if (type) answers.set(key, answer);
    return answer;
  };
}
