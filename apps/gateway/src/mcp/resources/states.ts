import { type GraphQLSchema, isEnumType } from "graphql";
import { textResource } from "./resource.js";
import { type StateMachine, stateMachines } from "./state-machines.js";
import { oneLine } from "./types.js";

/** Resource: states, from the subgraphs' SDL, and their transitions. */
export const states = textResource(
  "states",
  "States and transitions",
  "States and transitions of discount codes, placements, incentives, grants, forms, responses, orders and checkouts.",
  ({ engine }) =>
    [
      "# States",
      "A transition that is not allowed returns the userError INVALID_TRANSITION, and nothing is written.",
      ...stateMachines.flatMap((machine) => sections(machine, engine.apiSchema)),
    ].join("\n\n"),
);

function sections({ title, values, moves }: StateMachine, schema: GraphQLSchema): string[] {
  const tables = values.flatMap(([label, name]) => {
    const type = schema.getType(name);
    if (!isEnumType(type)) return [];
    return [
      [
        `\`${label}\`: ${oneLine(type.description)}`,
        "",
        ...type.getValues().map((value) => `- \`${value.name}\`: ${oneLine(value.description)}`),
      ].join("\n"),
    ];
  });
  return tables.length > 0 ? [`## ${title}`, ...tables, ["Transitions:", "", ...moves.map((move) => `- ${move}`)].join("\n")] : [];
}
