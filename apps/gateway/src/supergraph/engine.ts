import { composeServices } from "@apollo/composition";
import { operationFromDocument, Supergraph } from "@apollo/federation-internals";
import { QueryPlanner } from "@apollo/query-planner";
import type { Logger } from "@offergraph/shared/log/logger";
import { type DocumentNode, type GraphQLSchema, isInterfaceType, isObjectType, parse } from "graphql";
import { LRUCache } from "lru-cache";
import { servedSchema } from "./api-schema.js";
import { readCatalog } from "./catalog.js";
import type { SupergraphLimits } from "./limits.js";
import { withNewestSpec } from "./newest-spec.js";
import { typeTest } from "./plan/typed.js";
import { type Preparation, type PreparedOperation, prepareOperation } from "./prepare.js";
import { checkFormats } from "./scalars.js";
import { createSubgraphClients, type SubgraphClients } from "./subgraph-client.js";

// The only importer of the federation engine: composition and planning are its, execution is ours (docs/adr/0001).

export interface Engine {
  readonly supergraphSdl: string;
  /** What clients may see. */
  readonly apiSchema: GraphQLSchema;
  /** Root fields left out because no `@access` protects them: "Query.open". */
  readonly unlabelled: readonly string[];
  /** The operation of a text, from the cache or prepared; throws PublicError, see readDocument. */
  prepare(query: string, operationName: string | undefined): PreparedOperation;
  /** Closes the connections that the engine made. */
  close(): Promise<void>;
}

export interface EngineOptions {
  subgraphs: readonly { name: string; url: string }[];
  supergraphSdl: string;
  limits: SupergraphLimits;
  log: Logger;
  /** Connections that outlive the engine; without them it makes its own. */
  clients?: SubgraphClients;
}

// What is kept may be this large on average, in fields, of which a compiled one takes some 2 KiB: a few that are very large may not take
// the memory of all. Texts are kept as keys.
const fieldsAnOperation = 100;
const charactersAField = 80;

/** Makes the engine of a supergraph. Throws an Error when the supergraph is not one that can be served. */
export function createEngine({ subgraphs, supergraphSdl, limits, log, clients: given }: EngineOptions): Engine {
  const supergraph = Supergraph.build(supergraphSdl);
  const composed = supergraph.apiSchema();
  const everything = supergraph.schema.toGraphQLJSSchema();
  const planner = new QueryPlanner(supergraph);
  const document = parse(supergraphSdl, { noLocation: true });
  const catalog = readCatalog(document);
  const { schema, unlabelled } = servedSchema(composed.toGraphQLJSSchema(), catalog);
  checkFormats(schema, document);
  if (unlabelled.length > 0) log.error({ fields: unlabelled }, "Root fields without @access are not served");
  const clients = given ?? createSubgraphClients(subgraphs, limits);
  const preparation: Preparation = {
    schema,
    catalog,
    limits,
    clients,
    fieldNames: fieldNames(everything),
    hidesTypes: supergraphSdl.includes("@inaccessible"),
    isOfType: typeTest(everything),
    plan: (operation: DocumentNode) => planner.buildQueryPlan(operationFromDocument(composed, operation, { validate: false })),
  };
  const kept = new LRUCache<string, PreparedOperation>({
    max: limits.cachedOperations,
    maxSize: limits.cachedOperations * fieldsAnOperation,
    sizeCalculation: ({ size }, key) => size + Math.ceil(key.length / charactersAField),
  });
  return {
    supergraphSdl,
    apiSchema: schema,
    unlabelled,
    prepare(query, operationName) {
      const key = `${operationName ?? ""}\n${query}`;
      const known = kept.get(key);
      if (known) return known;
      const prepared = prepareOperation(query, operationName, preparation);
      kept.set(key, prepared);
      return prepared;
    },
    async close() {
      if (!given) await Promise.all([...clients.values()].map((client) => client.close()));
    },
  };
}

export type Composition = { supergraphSdl: string; hints: { code: string; message: string }[] } | { errors: string[] };

/** Composes subgraphs. Addresses are settings of the gateway and not of the supergraph, so that it is the same wherever they run. */
export function composeSupergraph(subgraphs: readonly { name: string; sdl: string }[]): Composition {
  const documents = withNewestSpec(subgraphs.map(({ sdl }) => parse(sdl)));
  const services = subgraphs.flatMap(({ name }, index) => {
    const typeDefs = documents[index];
    return typeDefs ? [{ name, url: "", typeDefs }] : [];
  });
  const { supergraphSdl, hints, errors } = composeServices(services);
  if (supergraphSdl === undefined) return { errors: (errors ?? []).map((error) => error.message) };
  return { supergraphSdl, hints: (hints ?? []).map(({ definition, message }) => ({ code: definition.code, message })) };
}

function fieldNames(schema: GraphQLSchema): Set<string> {
  const names = new Set<string>();
  for (const type of Object.values(schema.getTypeMap())) {
    if (isObjectType(type) || isInterfaceType(type)) for (const name of Object.keys(type.getFields())) names.add(name);
  }
  return names;
}
