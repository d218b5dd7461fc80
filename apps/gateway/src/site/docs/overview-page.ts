import { parse, print } from "graphql";
import { ownTypes } from "../../mcp/resources/types.js";
import { examplesOf } from "../../supergraph/manifest.js";
import { keyPlaceholder } from "../code-block.js";
import type { DocPage } from "./doc-page.js";
import { blocks, code, fence, link, list, section, table } from "./markdown.js";
import { operationLink } from "./paths.js";
import type { Reference } from "./reference.js";

export function overviewPage(reference: Reference): DocPage {
  return {
    path: "/docs",
    title: "Reference",
    description: "Guide to API calls, and reference of all operations, types, events and errors.",
    section: "Guide",
    markdown: () => markdownOf(reference),
  };
}

function markdownOf(reference: Reference): string {
  return blocks(
    "The gateway generates this reference from the schema of the API. Each page is also available as Markdown: add `.md` to the path.",
    contents(reference),
    section("First call", firstCall(reference)),
    section("Access levels", accessLevels(reference)),
    section("Lists", lists),
    section("Mutations", mutations),
    section("Cost", cost),
    section("Other clients", clients(reference)),
  );
}

function contents({ api, manifests, schema }: Reference): string {
  return list([
    `${link("Operations", "/docs/operations")}: all ${api.operations.length} queries and mutations`,
    `${link("Events", "/docs/events")}: ${manifests.events.length} public events`,
    `${link("Types", "/docs/types")}: all ${ownTypes(schema).length} types, and the whole schema as ${link("schema.graphql", "/schema.graphql")}`,
    `${link("Filters", "/docs/filters")}, ${link("states", "/docs/states")}, ${link("errors", "/docs/errors")} and ${link("changes", "/docs/changes")}`,
    `${link("Search", "/docs/search")}: the list of all pages`,
  ]);
}

function firstCall({ url, manifests }: Reference): string {
  const { operation } = examplesOf(manifests);
  const command = [
    `curl ${url}/graphql/v1 \\`,
    `  -H "Authorization: Bearer ${keyPlaceholder}" \\`,
    '  -H "Content-Type: application/json" \\',
    `  -d '${JSON.stringify({ query: operation })}'`,
  ];
  return blocks(
    `All requests need an API key. Send operations by POST to ${code(`${url}/graphql/v1`)}. The API key determines the workspace.`,
    fence("graphql", "GraphQL", print(parse(operation))),
    fence("sh", "curl", command.join("\n")),
    `The response has ${code("data")} or ${code("errors")}, and the header ${code("X-Request-Id")}. The [explorer](/explorer) runs operations in the browser.`,
  );
}

function accessLevels({ api: { operations } }: Reference): string {
  const levels = ["READ", "WRITE", "ADMIN"] as const;
  const rows = levels.map((level) => [code(level), String(operations.filter((one) => one.level === level).length)]);
  return blocks(
    "Each API key has an access level. Each access level includes the lower access levels. The role of the member who created the key can lower the key's access level.",
    table(["Level", "Operations that need this level"], rows),
  );
}

const lists = `A list returns a page with \`nodes\` and \`pageInfo\`. \`first\` sets the size of a page. For the next page, send the same arguments and set \`after\` to \`pageInfo.endCursor\`. The argument \`filter\` selects records ([filters](/docs/filters)), and \`orderBy\` sorts the records.

A reference to a record (type [\`Ref\`](/docs/types/Ref)) is an id or a name.`;

const mutations = `A mutation has the argument \`input\`. The payload has \`userErrors\`. If \`userErrors\` is not empty, the mutation wrote nothing ([errors](/docs/errors)).

The header \`Idempotency-Key\` makes a mutation safe to repeat. For 24 hours, a request with the same key and the same input returns the first result.`;

const cost = `Each operation has a cost, which depends on the selected fields and the sizes of lists. The gateway rejects an operation that exceeds the limit with \`COST_LIMIT\`. The headers \`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\` show the limit on requests per minute.`;

function clients({ url, api }: Reference): string {
  const [first] = api.operations;
  return list(
    [
      `**MCP.** AI agents connect to ${code(`${url}/mcp`)}. Each operation is a tool.`,
      "**TypeScript.** The package `@offergraph/sdk` has one method for each operation.",
      `**Command line.** ${code(`npm run offergraph -- call ${first?.name ?? ""} --help`)} lists the options of an operation.`,
      first
        ? `**Examples.** The page of each operation, for example ${operationLink(first.name)}, shows the same call in GraphQL, curl, TypeScript, the command line and MCP.`
        : "",
    ].filter(Boolean),
  );
}
