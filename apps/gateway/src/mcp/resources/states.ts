import type { StateMachine } from "@offergraph/shared/schema/manifest";
import { type GraphQLSchema, getNamedType, isEnumType, isObjectType } from "graphql";
import type { Manifests } from "../../supergraph/manifest.js";
import { type Resource, textResource } from "./resource.js";
import { enumerated, oneLine } from "./types.js";

export function states({ stateMachines }: Manifests): Resource {
  return textResource(
    "states",
    "States and transitions",
    `States and transitions of ${enumerated(stateMachines.map(({ plural }) => plural))}.`,
    ({ engine }) =>
      [
        "# States",
        "If a transition is not allowed, the mutation writes nothing and returns the userError INVALID_TRANSITION.",
        ...stateMachines.flatMap((machine) => sections(machine, engine.apiSchema)),
      ].join("\n\n"),
  );
}

function sections({ title, type, fields, edges, transitions }: StateMachine, schema: GraphQLSchema): string[] {
  const record = schema.getType(type);
  const tables = fields.flatMap((name) => {
    const field = isObjectType(record) ? record.getFields()[name] : undefined;
    const states = field && getNamedType(field.type);
    if (!isEnumType(states)) return [];
    const values = states.getValues().map((value) => `- \`${value.name}\`: ${oneLine(value.description)}`);
    return [[`\`${name}\`: ${oneLine(states.description)}`, "", ...values].join("\n")];
  });
  const moves = ["Transitions:", "", ...[...edges.map(sentenceOf), ...transitions].map((transition) => `- ${transition}`)].join("\n");
  return tables.length > 0 ? [`## ${title}`, ...tables, moves] : [];
}

function sentenceOf({ from, to, by }: StateMachine["edges"][number]): string {
  return `${from.join(" or ")} → ${to} by ${by}.`;
}
