import type { StateMachine } from "@offergraph/shared/schema/manifest";
import { type GraphQLSchema, getNamedType, isEnumType, isObjectType } from "graphql";
import type { DocPage } from "./doc-page.js";
import { blocks, code, fence, link, list, section, table } from "./markdown.js";
import { typePath } from "./paths.js";
import type { Reference } from "./reference.js";

export function statesPage({ schema, manifests: { stateMachines } }: Reference): DocPage {
  const served = stateMachines.filter(({ type }) => schema.getType(type));
  return {
    path: "/docs/states",
    title: "States",
    description: `States and transitions of ${served.map(({ plural }) => plural).join(", ")}.`,
    section: "Guide",
    markdown: () =>
      blocks(
        "If a transition is not allowed, the mutation writes nothing and returns the user error [`INVALID_TRANSITION`](/docs/errors#invalid_transition).",
        ...served.map((machine) => machineText(machine, schema)),
      ),
  };
}

function machineText(machine: StateMachine, schema: GraphQLSchema): string {
  const { title, type, fields, edges, transitions } = machine;
  const numbered = edges
    .flatMap(({ from, to, by }) => from.map((one) => ({ from: one, to, by })))
    .map((edge, index) => ({ ...edge, index: index + 1 }));
  return section(
    title,
    blocks(
      `The states of the type ${link(code(type), typePath(type))} are the values of ${fields.map(code).join(", ")}.`,
      numbered.length > 0 && fence("mermaid", `Transitions of a record of the type ${type}`, diagramText(numbered)),
      numbered.length > 0 &&
        table(
          ["Transition", "From", "To", "Cause"],
          numbered.map(({ index, from, to, by }) => [String(index), code(from), code(to), by]),
        ),
      list(transitions),
      ...fields.map((field) => stateTable(type, field, schema)),
    ),
  );
}

interface Numbered {
  from: string;
  to: string;
  index: number;
}

/** Writes a state diagram in Mermaid syntax for Markdown viewers. The HTML page shows the diagram as SVG. */
function diagramText(edges: readonly Numbered[]): string {
  return ["stateDiagram-v2", ...edges.map(({ from, to, index }) => `  ${from} --> ${to}: ${index}`)].join("\n");
}

function stateTable(type: string, name: string, schema: GraphQLSchema): string {
  const record = schema.getType(type);
  const field = isObjectType(record) ? record.getFields()[name] : undefined;
  const states = field && getNamedType(field.type);
  if (!isEnumType(states)) return "";
  const rows = states.getValues().map((value) => [code(value.name), value.description ?? ""]);
  return blocks(`${link(code(states.name), typePath(states.name))}: ${states.description ?? ""}`, table(["State", "Meaning"], rows));
}
