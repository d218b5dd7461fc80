import { composeServices } from "@apollo/composition";
import { operationFromDocument, Supergraph } from "@apollo/federation-internals";
import { QueryPlanner } from "@apollo/query-planner";
import { SecondSight } from "@offergraph/shared/cache/second-sight";
import type { Logger } from "@offergraph/shared/log/logger";
import { type DocumentNode, type GraphQLSchema, isInterfaceType, isObjectType, parse } from "graphql";
import { servedSchema } from "./api-schema.js";
import { readCatalog } from "./catalog.js";
import type { SupergraphLimits } from "./limits.js";
import { type CompiledOperation, compileOperation } from "./operation.js";
import { typeTest } from "./plan/rewrites.js";
import { type Preparation, type PreparedOperation, preparedOperation, type ReadOperation, readOperation } from "./prepare.js";
import { checkFormats } from "./scalars.js";
import { createSubgraphClients, type SubgraphClients } from "./subgraph-client.js";
import { upgradeDirectiveSpec } from "./upgrade-directive-spec.js";

// The only importer of the federation engine, which composes and plans; the gateway executes (docs/adr/0001).

export interface Engine {
  readonly supergraphSdl: string;
  /** Schema for clients. */
  readonly apiSchema: GraphQLSchema;
  /** Root fields that are not served because they have no `@access`, e.g. "Query.open". */
  readonly unlabelled: readonly string[];
  /** Returns a prepared operation, cached if possible; throws PublicError, see readDocument. */
  prepare(query: string, operationName: string | undefined): PreparedOperation;
  /** Cache sizes: read documents and compiled operations. */
  readonly kept: { readonly texts: number; readonly operations: number };
  /** Closes the connections that the engine created. */
  close(): Promise<void>;
}

export interface EngineOptions {
  subgraphs: readonly { name: string; url: string }[];
  supergraphSdl: string;
  limits: SupergraphLimits;
  log: Logger;
  /** Shared connections that outlive the engine; default: its own. */
  clients?: SubgraphClients;
}

// Average sizes that bound the caches' memory: a compiled field takes about 2 KiB, a document about 3 bytes per character.
const fieldsPerOperation = 50;
const charactersPerText = 4_000;
const charactersPerField = 80;

/** Creates the engine of a supergraph. Throws an Error if the supergraph cannot be served. */
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
  const { cachedOperations: max } = limits;
  const texts = new SecondSight<ReadOperation>({
    max,
    maxSize: max * charactersPerText,
    sizeOf: ({ template }, key) => key.length + template.length,
  });
  const operations = new SecondSight<CompiledOperation & { fields: number }>({
    max,
    maxSize: max * fieldsPerOperation,
    sizeOf: ({ maxSpecializations, fields }, key) => maxSpecializations * fields + Math.ceil(key.length / charactersPerField),
  });
  const compile = ({ template, fields }: ReadOperation) => ({
    ...compileOperation(parse(template, { noLocation: true }), preparation),
    fields,
  });
  return {
    supergraphSdl,
    apiSchema: schema,
    unlabelled,
    get kept() {
      return { texts: texts.size, operations: operations.size };
    },
    prepare(query, operationName) {
      const read = texts.get(`${operationName ?? ""}\n${query}`, () => readOperation(query, operationName, preparation));
      return preparedOperation(
        read,
        operations.get(read.template, () => compile(read)),
      );
    },
    async close() {
      if (!given) await Promise.all([...clients.values()].map((client) => client.close()));
    },
  };
}

export type Composition = { supergraphSdl: string; hints: { code: string; message: string }[] } | { errors: string[] };

/** Composes subgraphs. Omits their URLs, which are gateway settings, so that the supergraph does not depend on the deployment. */
export function composeSupergraph(subgraphs: readonly { name: string; sdl: string }[]): Composition {
  const documents = upgradeDirectiveSpec(subgraphs.map(({ sdl }) => parse(sdl)));
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
