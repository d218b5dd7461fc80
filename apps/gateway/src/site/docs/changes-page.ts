import { readFileSync } from "node:fs";
import type { GraphQLSchema } from "graphql";
import { coordinatesOf } from "../../supergraph/coordinates.js";
import type { DocPage } from "./doc-page.js";
import { blocks, code, link, section, table } from "./markdown.js";
import { operationPath, typePath } from "./paths.js";
import type { Reference } from "./reference.js";
import type { SchemaChanges } from "./schema-changes.js";

export function changesPage({ schema }: Reference): DocPage {
  return {
    path: "/docs/changes",
    title: "Changes",
    description: "Rules for changes of the API, deprecated parts of the schema, and the changes of the schema by day.",
    section: "Guide",
    markdown: () => blocks(rules, section("Deprecated", deprecated(schema)), ...history.changes.map((day) => changesOf(day, schema))),
  };
}

const rules = `The schema of the API changes only in compatible steps:

- A release may add operations, fields, optional arguments, enum values and events. Clients must ignore unknown fields and unknown enum values.
- Before a release removes a part of the schema, an earlier release marks this part as deprecated and names the replacement.
- An incompatible change of an event creates a new version of the event. The service emits both versions of the event during the transition.`;

const file = new URL("../../../schema-history.json", import.meta.url);
const history = JSON.parse(readFileSync(file, "utf8")) as { changes: (SchemaChanges & { date: string })[] };

function deprecated(schema: GraphQLSchema): string {
  const found = [...coordinatesOf(schema)].flatMap(([coordinate, reason]) => (reason ? [[entry(coordinate, schema), reason]] : []));
  return found.length > 0 ? table(["Part", "Reason"], found) : "No part of the schema is deprecated.";
}

function changesOf({ date, added, removed, deprecated: marked }: (typeof history.changes)[number], schema: GraphQLSchema): string {
  const isOperation = (coordinate: string) => /^(Query|Mutation)\.\w+$/.test(coordinate);
  const line = (title: string, coordinates: readonly string[]) =>
    coordinates.length > 0 && `**${title}:** ${coordinates.map((one) => entry(one, schema)).join(", ")}.`;
  return section(
    date,
    blocks(
      line("New operations", added.filter(isOperation)),
      line(
        "Other new parts",
        added.filter((one) => !isOperation(one)),
      ),
      line("Deprecated", marked),
      line("Removed", removed),
    ),
  );
}

/** Links a schema coordinate to the page of its operation or type. The schema may no longer contain the coordinate. */
function entry(coordinate: string, schema: GraphQLSchema): string {
  const [type = "", member = ""] = coordinate.split(".");
  if (type !== "Query" && type !== "Mutation") return schema.getType(type) ? link(code(coordinate), typePath(type)) : code(coordinate);
  const name = member.replace(/\(.*/, "");
  const fields = { ...schema.getQueryType()?.getFields(), ...schema.getMutationType()?.getFields() };
  return name in fields ? link(code(member), operationPath(name)) : code(member);
}
