import { purposeOf } from "../purpose.js";
import { sections } from "./doc-page.js";
import type { ReferencePages } from "./reference-pages.js";

/** Returns the file llms.txt (llmstxt.org), which contains the purpose of the API and links to the Markdown pages. */
export function llmsText({ reference: { url, manifests }, pages }: ReferencePages): string {
  const all = [...pages.values()];
  const links = (name: string) =>
    all
      .filter(({ section, path }) => section === name && path !== "/docs/search")
      .map(({ title, path, description }) => `- [${title}](${url}${path}.md): ${description}`);
  return [
    "# Offergraph API",
    `> ${purposeOf(manifests)}`,
    `GraphQL: POST ${url}/graphql/v1. MCP: ${url}/mcp. GraphQL and MCP require an API key in the header Authorization: Bearer. The whole schema: ${url}/schema.graphql.`,
    ...sections.map((name) => `## ${name === "Types" ? "Optional" : name}\n\n${links(name).join("\n")}`),
    "",
  ]
    .join("\n\n")
    .trimEnd()
    .concat("\n");
}
