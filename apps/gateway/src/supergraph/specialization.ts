import {
  type DocumentNode,
  executeSync,
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
} from "graphql";
import { compileCost } from "./cost.js";
import { type Answer, answerOf } from "./execute/answer.js";
import { type RewritingFetch, runDirect } from "./execute/fetch.js";
import { type ExecutionRequest, startRun } from "./execute/run.js";
import { isIntrospection } from "./guards.js";
import { renameAliases } from "./plan/aliases.js";
import { passThroughFetch } from "./plan/pass-through.js";
import { planRunner } from "./plan/run-plan.js";
import type { Preparation } from "./prepare.js";
import { compileProjector } from "./project/project.js";
import { resolveConditions } from "./project/resolve-conditions.js";
import { type ObjectShape, shapeOfDocument } from "./project/shape.js";
import { type Fragments, fragmentsOf, operationOf } from "./selections.js";
import type { Variables } from "./variables.js";

export interface Specialization {
  cost(variables: Variables): number;
  execute(variables: Variables, request: ExecutionRequest): Promise<Answer>;
}

/**
 * Plans and compiles an operation. `conditions` contains the values of the variables in `@skip` and `@include`. Throws an Error if the
 * engine does not support the plan.
 */
export function compileSpecialization(document: DocumentNode, conditions: Variables, preparation: Preparation): Specialization {
  const { schema, catalog, limits } = preparation;
  const operation = operationOf(resolveConditions(document, conditions));
  const root = schema.getRootType(operation.operation) as GraphQLObjectType;
  const asAsked = shapeOfDocument(document, conditions, root, schema);
  const asked = asAsked.fields(root.name) ?? [];
  const cost = compileCost(asAsked, catalog);
  const introspected = asked.filter((field) => isIntrospection(field.name));

  const renamed = renameAliases(document, preparation.fieldNames);
  const plan = asked.some((field) => field.definition) ? preparation.plan(resolveConditions(renamed.document, conditions)) : undefined;
  const direct = preparation.executor === "compiled" && passThroughFetch(plan, asAsked, root, renamed.original, preparation);
  if (direct) return { cost, execute: passThrough(direct, asAsked, limits.errors) };

  const shape = shapeOfDocument(renamed.document, conditions, root, schema, renamed.original);
  const project = compileProjector(shape);
  const runPlan = planRunner(plan, preparation);
  const fragments = fragmentsOf(renamed.document);
  const introspectedNodes = (shape.fields(root.name) ?? []).filter((field) => isIntrospection(field.name)).flatMap((field) => field.nodes);
  return {
    cost,
    async execute(variables, request) {
      const run = startRun(variables, request);
      await runPlan(run);
      if (introspected.length > 0) Object.assign(run.data, introspect(schema, operation, introspectedNodes, fragments, variables));
      return answerOf(run, shape, project, limits.errors);
    },
  };
}

function passThrough(fetch: RewritingFetch, shape: ObjectShape, maximumErrors: number): Specialization["execute"] {
  const project = compileProjector(shape);
  return async (variables, request) => {
    const run = startRun(variables, request);
    const body = await runDirect(fetch, run);
    return body ? { body, errorCodes: [] } : answerOf(run, shape, project, maximumErrors);
  };
}

/** Executes an operation's introspection fields on the API schema. */
function introspect(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  fields: readonly FieldNode[],
  fragments: Fragments,
  variables: Variables,
): Record<string, unknown> {
  const asked: OperationDefinitionNode = { ...operation, selectionSet: { kind: Kind.SELECTION_SET, selections: fields } };
  const document: DocumentNode = { kind: Kind.DOCUMENT, definitions: [asked, ...fragments.values()] };
  const { data, errors } = executeSync({ schema, document, variableValues: variables });
  if (!data) throw new Error(`Introspection failed: ${errors?.[0]?.message}`);
  return data;
}
