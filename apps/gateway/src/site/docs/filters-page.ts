import { filterGuide } from "../../mcp/resources/filters.js";
import type { DocPage } from "./doc-page.js";
import { blocks } from "./markdown.js";
import { operationPath, typePath } from "./paths.js";
import type { Reference } from "./reference.js";

export function filtersPage(reference: Reference): DocPage {
  const { schema, manifests } = reference;
  return {
    path: "/docs/filters",
    title: "Filters",
    description: "Grammar of filters: operators, combinations, null values and examples.",
    section: "Guide",
    markdown: () => blocks(intro, linked(filterGuide(schema, manifests).replace(/^# Filters\n+/, ""), reference)),
  };
}

const intro =
  "Operations that return lists have an argument `filter`. Aggregates and series accept filters too. The examples are values of the argument `filter`.";

/** Replaces the names of types and operations with links to their pages. */
function linked(text: string, { schema, api }: Reference): string {
  const operations = new Set(api.operations.map(({ name }) => name));
  return text
    .replace(/\*\*(\w+)\*\*/g, (whole, name: string) => (schema.getType(name) ? `[**${name}**](${typePath(name)})` : whole))
    .replace(/\b([a-z]+(?:_[a-z]+)+)\(/g, (whole, name: string) => (operations.has(name) ? `[${name}](${operationPath(name)})(` : whole));
}
