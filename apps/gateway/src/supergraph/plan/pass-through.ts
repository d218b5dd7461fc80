import {
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  Kind,
  parse,
  print,
  type SelectionSetNode,
  stripIgnoredCharacters,
} from "graphql";
import type { RewritingFetch } from "../execute/fetch.js";
import { type ObjectShape, objectIn, shapeOfDocument, type ValueShape } from "../project/shape.js";
import { operationOf } from "../selections.js";
import { restoreAliases } from "./aliases.js";
import { compileFetch, type PlanContext } from "./compile.js";
import type { QueryPlan } from "./nodes.js";

export interface DirectContext extends PlanContext {
  readonly schema: GraphQLSchema;
  /** True if the supergraph uses `@inaccessible`. The gateway then parses every response. */
  readonly hidesTypes: boolean;
}

/**
 * Uses the client's selection in a plan's only fetch, so the response needs no parsing. Returns undefined if the replacement is impossible.
 */
export function passThroughFetch(
  plan: QueryPlan | undefined,
  client: ObjectShape,
  root: GraphQLObjectType,
  original: (name: string) => string,
  context: DirectContext,
): RewritingFetch | undefined {
  const node = plan?.node;
  if (context.hidesTypes || node?.kind !== "Fetch" || node.requires || node.inputRewrites?.length || node.outputRewrites?.length)
    return undefined;
  if (client.fields(root.name)?.some((field) => !field.definition)) return undefined;
  const planned = restoreAliases(parse(node.operation, { noLocation: true }), original);
  const operation = operationOf(planned);
  if (!covers(shapeOfDocument(planned, {}, root, context.schema), client)) return undefined;
  const document = { kind: Kind.DOCUMENT, definitions: [{ ...operation, selectionSet: selectionOf(client) }] } as const;
  return compileFetch(node, stripIgnoredCharacters(print(document)), [], context);
}

/** True if a fetch has all selected fields and only concrete types. */
function covers(fetch: ObjectShape, client: ObjectShape): boolean {
  const [type] = client.types;
  if (client.isAbstract || fetch.isAbstract || type === undefined || type !== fetch.types[0]) return false;
  const given = new Map(fetch.fields(type)?.map((field) => [field.key, field]));
  const fields = client.fields(type) ?? [];
  return (
    fields.length > 0 &&
    fields.every((field) => {
      if (!field.definition) return true;
      // Rejects keys like `constructor`, which are unsafe in the objects that the gateway merges.
      if (field.key in Object.prototype) return false;
      const other = given.get(field.key);
      return other?.name === field.name && coversValue(other.value, field.value);
    })
  );
}

function coversValue(fetch: ValueShape, client: ValueShape): boolean {
  if (client.kind === "leaf" || fetch.kind === "leaf") return client.kind === fetch.kind;
  if (client.kind === "object" || fetch.kind === "object")
    return client.kind === "object" && fetch.kind === "object" && covers(fetch.object, client.object);
  return coversValue(fetch.of, client.of);
}

/** Builds a selection set with the client's fields in the client's order. */
function selectionOf(shape: ObjectShape): SelectionSetNode {
  const fields = shape.fields(shape.types[0] as string) ?? [];
  const selections = fields.map((field): FieldNode => {
    const inner = objectIn(field.value);
    const alias = field.key === field.name ? undefined : ({ kind: Kind.NAME, value: field.key } as const);
    return {
      kind: Kind.FIELD,
      name: { kind: Kind.NAME, value: field.name },
      alias,
      arguments: field.nodes[0]?.arguments,
      selectionSet: inner && selectionOf(inner),
    };
  });
  return { kind: Kind.SELECTION_SET, selections };
}
