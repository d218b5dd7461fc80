import { readdirSync, readFileSync } from "node:fs";
import { cloudEvent } from "@offergraph/shared/contracts/cloud-event";
import { buildSchema, parse, validate } from "graphql";
import { describe, expect, it } from "vitest";
import { ownTypes } from "../../mcp/resources/types.js";
import { allManifests, appSubgraphs, engineOf } from "../../mcp/testing/context.js";
import { eventDefinitions } from "../../testing/app-manifests.js";
import type { SiteSource } from "../site.js";
import { requestErrors } from "./error-catalog.js";
import { sampleEvent } from "./event-page.js";
import { referencePages } from "./reference-pages.js";
import { slugOf } from "./render-markdown.js";
import { docsRoutes } from "./routes.js";

const asset = { path: "/assets/site/0/file" };
const subgraphs = appSubgraphs();
const [mutation = ""] = ["create_partner"];
const [event] = allManifests.events;
const emits = { [mutation]: [event?.subject ?? ""] };
const warnings = {
  [mutation]: [
    { code: "PARTNER_UNKNOWN", cause: "Nobody knows the partner.", next: { operation: "create_post", why: "Add a post." } },
    { code: "PARTNER_IDLE", cause: "The partner is idle.", next: { operation: "wake_partner", why: "Wake the partner." } },
  ],
};

function sourceOf(sdls = subgraphs): SiteSource {
  const assets = new Proxy({}, { get: () => asset }) as SiteSource["assets"];
  return { engine: engineOf(sdls), manifests: { ...allManifests, emits, warnings }, assets, url: "https://api.example", prefix: "/base" };
}
const source = sourceOf();
const { reference, pages } = referencePages(source);

function render(path: string, from = source): string {
  const route =
    docsRoutes.find((one) => one.path === path) ?? docsRoutes.find((one) => one.path.endsWith("/") && path.startsWith(one.path));
  return route?.render(from, path) ?? "";
}

describe("the reference", () => {
  it("has a page for every operation, type, enum and event", () => {
    const { apiSchema } = source.engine;
    const roots = [apiSchema.getQueryType(), apiSchema.getMutationType()];
    const operations = roots.flatMap((root) => Object.keys(root?.getFields() ?? {}));
    expect(operations.length).toBeGreaterThan(100);
    const expected = [
      ...operations.map((name) => `/docs/operations/${name}`),
      ...ownTypes(apiSchema).map(({ name }) => `/docs/types/${name}`),
      ...eventDefinitions.filter(({ isInternal }) => !isInternal).map(({ subject }) => `/docs/events/${subject}`),
    ];
    expect(expected.filter((path) => !pages.has(path))).toEqual([]);
    expect(eventDefinitions.filter(({ isInternal, subject }) => isInternal && pages.has(`/docs/events/${subject}`))).toEqual([]);
  });

  it("has no broken link between its pages", () => {
    const texts = new Map([...pages].map(([path, page]) => [path, page.markdown()]));
    const anchors = new Map(
      [...texts].map(([path, text]) => [path, new Set([...text.matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) => slugOf(title)))]),
    );
    const others = ["/schema.graphql", "/explorer"];
    const broken = [...texts].flatMap(([path, text]) =>
      [...text.matchAll(/\]\((\/[^)#]*)(?:#([^)]*))?\)/g)].flatMap(([, target = "", anchor]) => {
        const isThere = others.includes(target) || (pages.has(target) && (anchor === undefined || anchors.get(target)?.has(anchor)));
        return isThere ? [] : [`${path}: ${target}#${anchor ?? ""}`];
      }),
    );
    expect(broken).toEqual([]);
    for (const [path, text] of texts) expect(text, path).not.toMatch(/\bundefined\b|\[object Object/);
  });

  it("shows an operation that a service adds in pages, search, llms.txt and Markdown, without another change", () => {
    const sdl = `extend type Query {
      "Counts the stars. The count is exact."
      count_stars("The name of the sky." sky: String! @constraint(minLength: 3, maxLength: 40)): StarCount @access(level: READ, cost: 7)
    }
    "The number of stars."
    type StarCount { "The number." stars: Int! }`;
    const changed = sourceOf(subgraphs.map((one) => (one.name === "orders" ? { ...one, sdl: `${one.sdl}\n${sdl}` } : one)));
    const html = render("/docs/operations/count_stars", changed);
    for (const text of ["Counts the stars.", "3-40 characters", "/base/docs/types/StarCount", "offergraph.countStars(", "call count_stars"])
      expect(html).toContain(text);
    expect(render("/docs/search", changed)).toContain('<a href="/base/docs/operations/count_stars">count_stars</a> (query)');
    expect(render("/llms.txt", changed)).toContain("(https://api.example/docs/operations/count_stars.md): Counts the stars.\n");
    expect(render("/docs/operations/count_stars.md", changed)).toMatch(/^# count_stars\n\nCounts the stars\./);
    expect(render("/schema.graphql", changed)).toContain("count_stars(");
    expect(render("/docs/operations/count_stars")).toBe("");
  });

  it("downloads the public schema", () => {
    const schema = buildSchema(render("/schema.graphql"));
    expect(Object.keys(schema.getTypeMap()).sort()).toEqual(Object.keys(source.engine.apiSchema.getTypeMap()).sort());
  });
});

/** Returns the blocks of an example by their captions. */
function blocksOf(name: string): Map<string, string> {
  const text = pages.get(`/docs/operations/${name}`)?.markdown() ?? "";
  return new Map([...text.matchAll(/^```\w+ ([^\n]+)\n([\s\S]*?)\n```$/gm)].map(([, caption = "", block = ""]) => [caption, block]));
}

const heredoc = (text = "") => JSON.parse(/<<'JSON'\n([\s\S]*)\nJSON$/.exec(text)?.[1] ?? "{}");

// Loads the SDK by URL, because the gateway does not depend on the SDK.
const sdk = await import(new URL("../../../../../packages/sdk/src/index.ts", import.meta.url).href);
const emptyPage = { nodes: [], pageInfo: { hasNextPage: false } };

/** Runs the TypeScript of an example with the SDK, and returns the bodies of its requests. */
async function requestsOf(name: string, code = ""): Promise<{ query: string; variables?: object }[]> {
  const bodies: { query: string; variables?: object }[] = [];
  const fetch = async (_url: string, { body }: { body: string }) => {
    bodies.push(JSON.parse(body));
    const value = code.includes("result.ok") ? { userErrors: [] } : code.includes("for await") ? emptyPage : null;
    return new Response(JSON.stringify({ data: { [name]: value } }), { headers: { "content-type": "application/json" } });
  };
  const run = new Function("createClient", "console", `return (async () => { ${code.replace(/^import .*\n/, "")} })()`);
  await run((options: object) => sdk.createClient({ ...options, fetch }), { log: () => {}, error: () => {} });
  return bodies;
}

describe.each(reference.api.operations.map((operation) => [operation.name, operation] as const))("the example of %s", (name, operation) => {
  it("makes the same call in each form", async () => {
    const { variables } = operation.example;
    const blocks = blocksOf(name);
    expect(validate(source.engine.apiSchema, parse(blocks.get("GraphQL") ?? ""))).toEqual([]);
    expect(JSON.parse(blocks.get("GraphQL variables") ?? "{}")).toEqual(variables);
    const body = heredoc(blocks.get("curl"));
    expect(body.variables ?? {}).toEqual(variables);
    expect(validate(source.engine.apiSchema, parse(body.query))).toEqual([]);
    expect(blocks.get("Command line")).toMatch(new RegExp(`^npm run -s offergraph -- call ${name}( --input - <<|$)`));
    expect(heredoc(blocks.get("Command line"))).toEqual(variables);
    expect(JSON.parse(blocks.get("MCP") ?? "{}").params).toEqual({ name, arguments: variables });
    const [sent, ...more] = await requestsOf(name, blocks.get("TypeScript"));
    expect([sent?.variables ?? {}, more]).toEqual([variables, []]);
    expect(validate(source.engine.apiSchema, parse(sent?.query ?? ""))).toEqual([]);
  });
});

it("shows the events that a mutation emits, and the mutations of an event", () => {
  const subject = event?.subject ?? "";
  expect(pages.get(`/docs/operations/${mutation}`)?.markdown()).toContain(`- [\`${subject}\`](/docs/events/${subject}): `);
  expect(pages.get(`/docs/events/${subject}`)?.markdown()).toContain(`- [\`${mutation}\`](/docs/operations/${mutation})`);
});

it("lists the warnings of an operation with their fixes and next operations", () => {
  const text = pages.get(`/docs/operations/${mutation}`)?.markdown() ?? "";
  expect(text).toContain("## Warnings\n");
  expect(text).toContain(
    "| `PARTNER_UNKNOWN` | Nobody knows the partner. | Add a post. | [`create_post`](/docs/operations/create_post) |\n",
  );
  expect(text).toContain("| `PARTNER_IDLE` | The partner is idle. | Wake the partner. | `wake_partner` |\n");
  expect(pages.get("/docs/operations/list_partners")?.markdown()).not.toContain("## Warnings");
});

it("shows a sample of each event that the event's contract accepts", () => {
  for (const { subject, data, isInternal } of eventDefinitions) {
    const published = reference.eventOf.get(subject);
    expect(published === undefined).toBe(isInternal);
    if (!published) continue;
    const sample = sampleEvent(published);
    expect(cloudEvent.safeParse(sample).error, subject).toBeUndefined();
    expect(data.safeParse(sample.data).error, subject).toBeUndefined();
  }
});

it("draws each transition of each state machine", () => {
  const html = render("/docs/states");
  for (const { type, edges } of allManifests.stateMachines) {
    if (edges.length === 0) continue;
    const [, drawing = ""] = html.split(`aria-label="Transitions of a record of the type ${type}"`);
    const svg = drawing.split("</svg>")[0] ?? "";
    expect(svg.match(/class="edge"/g)).toHaveLength(edges.flatMap(({ from }) => from).length);
    for (const state of edges.flatMap(({ from, to }) => [...from, to])) expect(svg).toContain(`>${state}</text>`);
    expect(svg).not.toContain("NaN");
  }
});

it("explains every error code that the gateway and the services use", () => {
  const src = (folder: string) => new URL(`../../../../../${folder}/`, import.meta.url);
  const services = ["discounts", "forms", "incentives", "orders", "workspace"].flatMap((app) => [
    `apps/${app}/src/graphql`,
    `apps/${app}/src/services`,
  ]);
  const folders = ["apps/gateway/src", "packages/service/src", "packages/shared/src", ...services].map(src);
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts") && !/\.test\.ts$|testing|generated|[/\\]?cli[/\\]|messaging|site[/\\]docs/.test(file))
      .map((file) => readFileSync(new URL(file, folder), "utf8")),
  );
  const thrown = files.flatMap((text) =>
    [...text.matchAll(/(?:PublicError|RequestError|enforceLimit)\(\s*"(\w+)"/g)].map(([, code]) => code),
  );
  const known = requestErrors(allManifests).map(({ code }) => code);
  expect(thrown.length).toBeGreaterThan(50);
  // Clients never see the internal code (see internalCode in execute/errors.ts).
  expect([...new Set(thrown)].filter((code) => !known.includes(code ?? ""))).toEqual(["PRINCIPAL_INVALID"]);
});

it("lists the user errors that follow from an input", () => {
  const text = pages.get("/docs/operations/create_partner")?.markdown() ?? "";
  for (const code of ["TOO_SHORT", "TOO_LONG", "INVALID"]) expect(text).toContain(`[\`${code}\`](/docs/errors#${code.toLowerCase()})`);
  expect(pages.get("/docs/operations/list_partners")?.markdown()).not.toContain("userErrors");
});
