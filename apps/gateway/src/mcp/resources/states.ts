import { type GraphQLSchema, isEnumType } from "graphql";
import { oneLine } from "./kinds.js";
import { type Machine, machines } from "./machines.js";
import { textResource } from "./resource.js";

/** Which states there are, told by the subgraphs, and how records go from one to another. */
export const states = textResource(
  "states",
  "States and transitions",
  "The life of a discount code, placement, incentive, grant, form, response, order and checkout: each state and what moves it.",
  ({ engine }) =>
    [
      "# States",
      "A move that is not allowed is a userError INVALID_TRANSITION, and nothing is written.",
      ...machines.flatMap((machine) => sections(machine, engine.apiSchema)),
    ].join("\n\n"),
);

function sections({ title, values, moves }: Machine, schema: GraphQLSchema): string[] {
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
  // What no subgraph serves has no life to tell of.
  return tables.length > 0 ? [`## ${title}`, ...tables, ["What moves it:", "", ...moves.map((move) => `- ${move}`)].join("\n")] : [];
}
