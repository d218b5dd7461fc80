import { setImmediate } from "node:timers/promises";
import { operationFromDocument, Supergraph } from "@apollo/federation-internals";
import { QueryPlanner } from "@apollo/query-planner";
import { SecondSight } from "@offergraph/shared/cache/second-sight";
import { type DirectiveNode, type DocumentNode, type GraphQLSchema, isInterfaceType, isObjectType, Kind, parse } from "graphql";
import { readCatalog, servedSchema } from "./api-schema.js";
import { apolloExecutor } from "./apollo-executor.js";
import { deprecationReader } from "./deprecations.js";
import { type CompiledOperation, compileOperation } from "./operation.js";
import { typeTest } from "./plan/rewrites.js";
import type { ExecutorName } from "./plan/run-plan.js";
import { type Preparation, type PreparedOperation, preparedOperation, type ReadOperation, readOperation } from "./prepare.js";
import { checkFormats } from "./scalars.js";
import { unsupportedParts } from "./unsupported.js";
import { usageReader } from "./usage.js";

// Only this file (planner), compose.ts (composition) and apollo-executor.ts import the federation engine (docs/adr/0001).

export interface Engine {
  readonly supergraphSdl: string;
  readonly apiSchema: GraphQLSchema;
  /** Root fields without `@access`, which the API does not serve, for example "Query.open". */
  readonly unlabelled: readonly string[];
  /** Returns a cached operation, or parses, validates and plans a new operation. Throws PublicError (see readDocument). */
  prepare(query: string, operationName: string | undefined): PreparedOperation;
  /** Numbers of cached documents (`texts`) and compiled operations. */
  readonly kept: { readonly texts: number; readonly operations: number };
  /** Uses of the caches since the engine was created. */
  readonly cacheUses: { readonly texts: CacheUses; readonly operations: CacheUses };
}

type CacheUses = Pick<SecondSight<object>, "hits" | "misses">;

type EngineOptions = Pick<Preparation, "limits" | "clients" | "log"> & { supergraphSdl: string; executor?: ExecutorName };

// Average sizes of operations, on which the cache sizes are based. In memory, a compiled field takes about 2 KiB, and a document takes
// about 3 bytes per character.
const fieldsPerOperation = 50;
const charactersPerText = 4_000;
const charactersPerField = 80;

/** Creates the engine of a supergraph. Throws an Error if the supergraph is invalid. */
export function createEngine(options: EngineOptions): Engine {
  return engineOf(options, finish(prepareEngine(options)));
}

/** Creates an engine in several steps. Between two steps, the gateway handles requests. Rejects if the supergraph is invalid. */
export async function createEngineInSteps(options: EngineOptions): Promise<Engine> {
  const steps = prepareEngine(options);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return engineOf(options, value);
    await setImmediate();
  }
}

/** Reads the public API of a supergraph. Throws an Error if the supergraph is invalid. */
export function readPublicApi(supergraphSdl: string) {
  return finish(preparePublicApi(supergraphSdl));
}

function finish<Value>(steps: Generator<void, Value>): Value {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

function* preparePublicApi(supergraphSdl: string) {
  const supergraph = Supergraph.build(supergraphSdl);
  yield;
  const composed = supergraph.apiSchema();
  yield;
  const document = parse(supergraphSdl, { noLocation: true });
  const catalog = readCatalog(document);
  const { schema, unlabelled } = servedSchema(composed.toGraphQLJSSchema(), catalog);
  checkFormats(schema, document);
  return { supergraph, composed, document, catalog, schema, unlabelled };
}

interface Prepared {
  readonly preparation: Preparation;
  readonly unlabelled: readonly string[];
}

/** Builds the parts of an engine. Each step takes up to about 100 ms. */
function* prepareEngine({ supergraphSdl, limits, log, clients, executor = "compiled" }: EngineOptions): Generator<void, Prepared> {
  const { supergraph, composed, document, catalog, schema, unlabelled } = yield* preparePublicApi(supergraphSdl);
  // An earlier version or another tool may have composed the supergraph of a file.
  const unsupported = unsupportedParts(document);
  if (unsupported.length > 0) throw new Error(unsupported.join("\n"));
  yield;
  const everything = supergraph.schema.toGraphQLJSSchema();
  yield;
  const planner = new QueryPlanner(supergraph);
  yield;
  if (unlabelled.length > 0) log.error({ fields: unlabelled }, "The gateway does not serve root fields without @access");
  yield;
  const preparation: Preparation = {
    schema,
    catalog,
    limits,
    clients,
    log,
    executor,
    apollo: apolloExecutor(everything, composed),
    fieldNames: fieldNames(everything),
    hidesTypes: supergraphSdl.includes("@inaccessible"),
    isOfType: typeTest(everything),
    interfaces: interfaceObjects(document),
    usage: usageReader(schema),
    deprecation: deprecationReader(schema),
    plan: (operation) => planner.buildQueryPlan(operationFromDocument(composed, operation, { validate: false })),
  };
  return { preparation, unlabelled };
}

function engineOf({ supergraphSdl, limits }: EngineOptions, { preparation, unlabelled }: Prepared): Engine {
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
    apiSchema: preparation.schema,
    unlabelled,
    cacheUses: { texts, operations },
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
  };
}

/** Returns the names of the interfaces that a subgraph defines with `@interfaceObject`. */
function interfaceObjects(supergraph: DocumentNode): Set<string> {
  const isInterfaceObject = (directive: DirectiveNode) => directive.arguments?.some(({ name }) => name.value === "isInterfaceObject");
  return new Set(
    supergraph.definitions.flatMap((node) =>
      node.kind === Kind.INTERFACE_TYPE_DEFINITION && node.directives?.some(isInterfaceObject) ? [node.name.value] : [],
    ),
  );
}

function fieldNames(schema: GraphQLSchema): Set<string> {
  const types = Object.values(schema.getTypeMap());
  return new Set(types.flatMap((type) => (isObjectType(type) || isInterfaceType(type) ? Object.keys(type.getFields()) : [])));
}
