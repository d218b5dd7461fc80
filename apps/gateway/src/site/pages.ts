import { examplesOf } from "../supergraph/manifest.js";
import { codeBlock, keyPlaceholder } from "./code-block.js";
import { type Html, html } from "./html.js";
import { apiDocOf, type OperationDoc } from "./operations.js";
import { renderPage } from "./page.js";
import { purposeOf } from "./purpose.js";
import type { SiteSource } from "./site.js";

export const robots = () => "User-agent: *\nDisallow: /graphql/\nDisallow: /mcp\n";

export function apiDocument({ engine, manifests }: SiteSource): string {
  return JSON.stringify(apiDocOf(engine, manifests));
}

export function notFoundPage(source: SiteSource): string {
  const body = html`<div class="hero">
<h1>The gateway has no page at this path</h1>
<p class="lead">The address may have a typing error, or the page may have moved.</p>
<p class="actions"><a class="button primary" href="${source.prefix}/">Go to the home page</a></p>
</div>`;
  return renderPage(source, { title: "Not found", description: "The gateway has no page at this path.", path: "/not-found", body });
}

/** The start page for people, with the purpose of the API, example calls, and the state of the system. */
export function homePage(source: SiteSource): string {
  const { engine, manifests } = source;
  const { operations } = apiDocOf(engine, manifests);
  const body = html`${hero(source, operations.length)}
${firstCalls(source)}
${state(source)}
${parts(source, operations)}
${addresses(source)}`;
  return renderPage(source, {
    title: "Offergraph API",
    description: purposeOf(source.manifests) || "API over GraphQL and MCP.",
    path: "/",
    body,
    scripts: ["home.js"],
  });
}

function hero(source: SiteSource, count: number): Html {
  const { prefix } = source;
  return html`<div class="hero">
<h1>One graph for every offer</h1>
<p class="lead">${purposeOf(source.manifests)} ${count} operations are available over GraphQL, and to AI agents over MCP.</p>
<p class="actions"><a class="button primary" href="${prefix}/explorer">Open the explorer</a><a class="button" href="${prefix}/studio">Open the studio</a><a class="button" href="${prefix}/docs">Read the reference</a><a class="button" href="#first-calls">First calls</a></p>
</div>`;
}

function firstCalls({ url, manifests }: SiteSource): Html {
  const body = JSON.stringify({ query: examplesOf(manifests).operation });
  const headers = `-H "Authorization: Bearer ${keyPlaceholder}" \\\n  -H "Content-Type: application/json"`;
  const graphql = `curl ${url}/graphql/v1 \\\n  ${headers} \\\n  -d '${body}'`;
  const tools = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
  const mcp = `curl ${url}/mcp \\\n  ${headers} \\\n  -H "Accept: application/json, text/event-stream" \\\n  -d '${tools}'`;
  const claude = `claude mcp add --transport http offergraph ${url}/mcp \\\n  --header "Authorization: Bearer ${keyPlaceholder}"`;
  return html`<section aria-labelledby="first-calls">
<h2 id="first-calls">First calls</h2>
<form class="key" autocomplete="off">
<label for="key">Your API key</label>
<div class="row"><input id="key" data-key-field type="text" name="offergraph-key" placeholder="sk_live_…" spellcheck="false" autocapitalize="none" autocomplete="off" aria-describedby="key-note"><button type="button" class="button" data-key-forget>Forget</button></div>
<p id="key-note" class="note">The key fills the examples. It stays in this tab until you choose Forget.</p>
</form>
<div class="pair">
${codeBlock(graphql, "sh", "GraphQL")}
${codeBlock(mcp, "sh", "MCP: list the tools")}
</div>
${codeBlock(claude, "sh", "Connect Claude Code")}
</section>`;
}

function state({ prefix }: SiteSource): Html {
  return html`<section aria-labelledby="state">
<h2 id="state">State of the gateway</h2>
<div class="state" data-state="${prefix}/health/ready" role="status"><p class="note">The state appears here if JavaScript is available.</p></div>
</section>`;
}

/** One card per service with its toolsets. */
function parts({ prefix }: SiteSource, operations: readonly OperationDoc[]): Html {
  const services = [...new Set(operations.map(({ service }) => service))].sort();
  const card = (service: string) => {
    const own = operations.filter((operation) => operation.service === service);
    const toolsets = [...new Set(own.map(({ toolset }) => toolset))];
    const reads = own.filter(({ type }) => type === "query").length;
    return html`<li class="card"><h3><a href="${prefix}/explorer#service=${service}">${titleOf(service)}</a></h3>
<p>${reads} ${reads === 1 ? "query" : "queries"}, ${own.length - reads} ${own.length - reads === 1 ? "mutation" : "mutations"}</p>
<ul class="chips">${toolsets.map((name) => html`<li>${name.replaceAll("_", " ")}</li>`)}</ul></li>`;
  };
  return html`<section aria-labelledby="parts">
<h2 id="parts">Parts of the API</h2>
<ul class="cards">${services.map(card)}</ul>
</section>`;
}

function addresses({ url }: SiteSource): Html {
  const rows = [
    ["GraphQL", "/graphql/v1", "POST with an API key"],
    ["MCP", "/mcp", "Streamable HTTP with an API key"],
    ["Operations", "/site/operations.json", "All operations with arguments and examples"],
    ["Readiness", "/health/ready", "Responds with 200, or with 503 if the gateway cannot accept requests"],
    ["Liveness", "/health/live", "Responds with 200 while the process runs"],
  ] as const;
  return html`<section aria-labelledby="addresses">
<h2 id="addresses">Addresses</h2>
<div class="scroll" tabindex="0" role="region" aria-label="Table of addresses"><table>
<thead><tr><th scope="col">Name</th><th scope="col">Address</th><th scope="col">Notes</th></tr></thead>
<tbody>${rows.map(([name, path, note]) => html`<tr><th scope="row">${name}</th><td><code>${url}${path}</code></td><td>${note}</td></tr>`)}</tbody>
</table></div>
</section>`;
}

function titleOf(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1).replaceAll("_", " ");
}
