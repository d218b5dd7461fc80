import { type DocumentNode, type FragmentDefinitionNode, type GraphQLObjectType, Kind, type OperationDefinitionNode } from "graphql";
import { compileCost } from "./cost.js";
import { type Answer, answerOf } from "./execute/answer.js";
import { type CompiledFetch, runDirect } from "./execute/fetch.js";
import { type ExecutionRequest, startRun } from "./execute/run.js";
import { introspect, isIntrospection } from "./introspection.js";
import { renameAliases } from "./plan/aliases.js";
import { compilePlan } from "./plan/compile.js";
import { passThroughFetch } from "./plan/pass-through.js";
import type { Preparation } from "./prepare.js";
import { compileProjector } from "./project/project.js";
import { resolveConditions } from "./project/resolve-conditions.js";
import { type ObjectShape, shapeOf } from "./project/shape.js";
import type { Variables } from "./variables.js";

/** Planned and compiled operation for one combination of `@skip` and `@include` conditions. */
export interface Specialization {
  cost(variables: Variables): number;
  execute(variables: Variables, request: ExecutionRequest): Promise<Answer>;
}

/** Plans and compiles a variant; `conditions`: variables for `@skip` and `@include`. Throws an Error on an unsupported plan. */
export function compileSpecialization(document: DocumentNode, conditions: Variables, preparation: Preparation): Specialization {
  const { schema, catalog, limits } = preparation;
  const settled = resolveConditions(document, conditions);
  const { operation } = partsOf(settled);
  const root = schema.getRootType(operation.operation) as GraphQLObjectType;
  const asAsked = shapeIn(document, conditions, root, preparation, (name) => name);
  const asked = asAsked.fields(root.name) ?? [];
  const cost = compileCost(asAsked, catalog);
  const introspected = asked.filter((field) => isIntrospection(field.name));

  const renamed = renameAliases(document, preparation.fieldNames);
  const plan = asked.some((field) => field.definition) ? preparation.plan(resolveConditions(renamed.document, conditions)) : {};
  const direct = passThroughFetch(plan, asAsked, root, renamed.original, preparation);
  if (direct) return { cost, execute: directly(direct, asAsked, limits.errors) };

  const shape = shapeIn(renamed.document, conditions, root, preparation, renamed.original);
  const project = compileProjector(shape);
  const step = compilePlan(plan, preparation);
  const { fragments } = partsOf(renamed.document);
  const introspectedNodes = (shape.fields(root.name) ?? []).filter((field) => isIntrospection(field.name)).flatMap((field) => field.nodes);
  return {
    cost,
    async execute(variables, request) {
      const run = startRun(variables, request);
      await step(run);
      if (introspected.length > 0) Object.assign(run.data, introspect(schema, operation, introspectedNodes, fragments, variables));
      return answerOf(run, shape, project, limits.errors);
    },
  };
}

function directly(fetch: CompiledFetch, shape: ObjectShape, maximumErrors: number): Specialization["execute"] {
  const project = compileProjector(shape);
  return async (variables, request) => {
    const run = startRun(variables, request);
    const body = await runDirect(fetch, run);
    return body ? { body, errorCodes: [] } : answerOf(run, shape, project, maximumErrors);
  };
}

function shapeIn(
  document: DocumentNode,
  conditions: Variables,
  root: GraphQLObjectType,
  { schema }: Preparation,
  original: (name: string) => string,
): ObjectShape {
  const { operation, fragments } = partsOf(document);
  return shapeOf({ schema, fragments, conditions }, root, operation.selectionSet, original);
}

function partsOf(document: DocumentNode): { operation: OperationDefinitionNode; fragments: Map<string, FragmentDefinitionNode> } {
  const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION) as OperationDefinitionNode;
  const fragments = document.definitions.flatMap((node) =>
    node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node] as const] : [],
  );
  return { operation, fragments: new Map(fragments) };
}
