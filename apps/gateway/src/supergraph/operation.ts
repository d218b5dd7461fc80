import { type DocumentNode, type FragmentDefinitionNode, type GraphQLObjectType, Kind, type OperationDefinitionNode, parse, print, stripIgnoredCharacters, visit } from "graphql";
import { LRUCache } from "lru-cache";
import { compileCost } from "./cost.js";
import type { GoodDocument } from "./document.js";
import { type Answer, answerOf } from "./execute/answer.js";
import { type CompiledFetch, runDirect } from "./execute/fetch.js";
import { type ExecutionRequest, type JsonObject, startRun } from "./execute/run.js";
import { introspect, isIntrospection } from "./introspection.js";
import { renameAliases, restoreAliases } from "./plan/aliases.js";
import { compileFetch, compilePlan, type Step } from "./plan/compile.js";
import type { FetchNode, QueryPlan } from "./plan/nodes.js";
import type { Preparation } from "./prepare.js";
import { collectFields, type Selections } from "./project/collect.js";
import { compileProjector, type Findings } from "./project/project.js";
import { sameShape } from "./project/same-shape.js";
import { type ObjectShape, shapeOf } from "./project/shape.js";
import type { Variables } from "./variables.js";

/** What an operation comes to when its `@skip` and `@include` are settled. */
interface Variant {
  readonly selections: Selections;
  readonly shape: ObjectShape;
  project(data: unknown, findings: Findings): unknown;
  cost(variables: Variables): number;
}

export interface CompiledOperation {
  variant(variables: Variables): Variant;
  execute(variables: Variables, request: ExecutionRequest): Promise<Answer>;
}

interface Source {
  readonly operation: OperationDefinitionNode;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  original(name: string): string;
}

const variantsKept = 16;
const asItIs = (name: string) => name;

/** Plans an operation and compiles all that each of its requests needs. Throws on a plan that we cannot run. */
export function compileOperation(good: GoodDocument, preparation: Preparation): CompiledOperation {
  const { operation, fragments } = good;
  const { schema, limits } = preparation;
  const root = schema.getRootType(operation.operation) as GraphQLObjectType;
  // A name would only make different texts of equal subgraph requests.
  const unnamed: DocumentNode = { kind: Kind.DOCUMENT, definitions: [{ ...operation, name: undefined }, ...usedFragments(good)] };
  const renamed = renameAliases(unnamed, preparation.fieldNames);
  const introspectionKeys = rootFieldNames(good).some(isIntrospection);
  const plan = rootFieldNames(good).every((name) => name.startsWith("__")) ? {} : preparation.plan(renamed.document);
  const conditions = conditionVariables(unnamed);

  const makeVariant = (source: Source, variables: Variables): Variant => {
    const selections: Selections = { schema, fragments: source.fragments, conditions: variables };
    const shape = shapeOf(selections, root, source.operation.selectionSet, source.original);
    return { selections, shape, project: compileProjector(shape), cost: compileCost(shape, preparation.catalog) };
  };
  const sourceOf = (document: DocumentNode, original: Source["original"]): Source => ({
    operation: document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION) as OperationDefinitionNode,
    fragments: new Map(document.definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node] as const] : []))),
    original,
  });

  const plain = sourceOf(unnamed, asItIs);
  const only = introspectionKeys || conditions.length > 0 ? undefined : onlyFetch(plan);
  const direct = only && directFetch(only, makeVariant(plain, {}).shape, renamed.original, preparation, root);
  const source = direct ? plain : sourceOf(renamed.document, renamed.original);
  const step: Step = direct ? () => Promise.resolve() : compilePlan(plan, preparation);

  const variants = new LRUCache<string, Variant>({ max: variantsKept });
  const variant = (variables: Variables): Variant => {
    const key = conditions.map((name) => (variables[name] === true ? "1" : "0")).join("");
    const known = variants.get(key);
    if (known) return known;
    const made = makeVariant(source, variables);
    variants.set(key, made);
    return made;
  };

  return {
    variant,
    async execute(variables, request) {
      const run = startRun(variables, request);
      if (direct) {
        const bytes = await runDirect(direct, run);
        if (bytes) return { body: bytes, errorCodes: [] };
      } else {
        await step(run);
      }
      const { shape, project, selections } = variant(variables);
      if (introspectionKeys) addIntrospection(run.data, source, selections, root, variables);
      return answerOf(run, shape, project, limits.errors);
    },
  };

  function addIntrospection(data: JsonObject, { operation: asked }: Source, selections: Selections, type: GraphQLObjectType, variables: Variables): void {
    const fields = [...collectFields(selections, type, [asked.selectionSet])].filter(([, nodes]) => nodes.some((node) => isIntrospection(node.name.value)));
    if (fields.length > 0) Object.assign(data, introspect(schema, asked, new Map(fields), selections, variables));
  }
}

/** The fetch of a plan that is nothing but one fetch of root fields. */
function onlyFetch(plan: QueryPlan): FetchNode | undefined {
  const { node } = plan;
  return node?.kind === "Fetch" && !node.requires && !node.inputRewrites?.length && !node.outputRewrites?.length ? node : undefined;
}

/** Makes a fetch whose answer is the client's as it stands; undefined when its shape is another. */
function directFetch(
  node: FetchNode,
  client: ObjectShape,
  original: (name: string) => string,
  preparation: Preparation,
  root: GraphQLObjectType,
): CompiledFetch | undefined {
  if (preparation.hidesTypes) return undefined;
  const document = restoreAliases(parse(node.operation, { noLocation: true }), original);
  const definitions = document.definitions;
  const operation = definitions.find((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  if (!operation) return undefined;
  const fragments = new Map(definitions.flatMap((definition) => (definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition] as const] : [])));
  const shape = shapeOf({ schema: preparation.schema, fragments, conditions: {} }, root, operation.selectionSet, asItIs);
  if (!sameShape(client, shape)) return undefined;
  return compileFetch(node, document, stripIgnoredCharacters(print(document)), [], preparation);
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
  const names = new Set<string>();
  const collect = (set: OperationDefinitionNode["selectionSet"]): void => {
    for (const node of set.selections) {
      if (node.kind === Kind.FIELD) names.add(node.name.value);
      else if (node.kind === Kind.INLINE_FRAGMENT) collect(node.selectionSet);
      else {
        const fragment = fragments.get(node.name.value);
        if (fragment) collect(fragment.selectionSet);
      }
    }
  };
  collect(operation.selectionSet);
  return [...names];
}

/** The variables that `@skip` and `@include` depend on; one empty name stands for conditions written out. */
function conditionVariables(document: DocumentNode): string[] {
  const names = new Set<string>();
  visit(document, {
    Directive(node) {
      if (node.name.value !== "skip" && node.name.value !== "include") return;
      const value = node.arguments?.[0]?.value;
      names.add(value?.kind === Kind.VARIABLE ? value.name.value : "");
    },
  });
  return [...names];
}
