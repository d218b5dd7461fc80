import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Addition, startAppSubgraphs } from "../../../apps/gateway/src/testing/app-subgraphs.js";
import { type TestGateway, testGateway } from "../../../apps/gateway/src/testing/gateway.js";
import { call, mcpSender, messageOf, request } from "../../../apps/gateway/src/testing/mcp.js";
import { operationFiles } from "../../../scripts/sdk/operation-files.js";
import { runCli } from "./program.js";
import { testTerminal } from "./testing/terminal.js";

const sdl = `
"A badge of a partner."
type Badge @key(fields: "rowId") {
  "The id."
  rowId: UUID!
  "The name of the badge."
  name: String!
  "The color of the badge."
  color: BadgeColor!
}
"The color of a badge."
enum BadgeColor {
  "For the winner."
  GOLD
  "For all others."
  SILVER
}
"A page of badges."
type BadgeConnection {
  "The badges."
  nodes: [Badge!]!
  "The position of the page."
  pageInfo: PageInfo!
}
"Input for award_partner."
input AwardPartnerInput {
  "The partner's id, name or @handle."
  partnerId: PartnerRef!
  "The name of the badge."
  name: String! @constraint(minLength: 3, maxLength: 40)
  "The color of the badge."
  color: BadgeColor! = SILVER
}
"Result of award_partner."
type AwardPartnerPayload {
  "The new badge, or null if userErrors is not empty."
  badge: Badge
  "Validation errors."
  userErrors: [UserError!]!
}
extend type Query {
  "Lists the badges that partners have. Use it to see who won."
  list_badges(
    "Only badges with these colors."
    colors: [BadgeColor!]
    "The maximum number of badges."
    first: Int = 10 @constraint(minimum: 0, maximum: 1000)
    "The cursor of the previous page."
    after: Cursor
  ): BadgeConnection @access(level: READ, cost: 3)
}
extend type Mutation {
  "Awards a badge to a partner. Use it after a contest."
  award_partner("The input." input: AwardPartnerInput!): AwardPartnerPayload @access(level: WRITE, cost: 5, effects: [])
}`;

interface Badge {
  rowId: string;
  name: string;
  color: string;
}
const badges: Badge[] = [];
const resolvers: Addition["resolvers"] = {
  Query: {
    list_badges: (_source, { colors }: { colors?: string[] }) => ({
      nodes: badges.filter(({ color }) => colors?.includes(color) ?? true),
      pageInfo: { hasNextPage: false, hasPreviousPage: false },
    }),
  },
  Mutation: {
    award_partner: (_source, { input: { name, color } }: { input: Badge }) => {
      if (name === "None") return { userErrors: [{ field: ["input", "name"], message: "A badge needs a name.", code: "INVALID" }] };
      const badge = { rowId: `01900000-0000-7000-8000-00000000000${badges.length}`, name, color };
      badges.push(badge);
      return { badge, userErrors: [] };
    },
  },
};

/** An SDK user's program that calls the two added operations. */
const program = `
import { createClient } from "./src/index.js";
export async function run(url: string, key: string) {
  const offergraph = createClient({ url, key });
  const made = await offergraph.awardPartner({ partnerId: "@mara", name: "From the SDK", color: "GOLD" });
  const none = await offergraph.awardPartner({ partnerId: { name: "Mara" }, name: "None" }, { fields: { badge: { rowId: true } } });
  // @ts-expect-error: the enum has no such value.
  const wrong = () => offergraph.awardPartner({ partnerId: "@mara", name: "Pink", color: "PINK" });
  const names: string[] = [];
  for await (const { name } of offergraph.listBadges({ colors: ["GOLD"] })) names.push(name);
  return { color: made.ok && made.data.badge.color, errors: none.userErrors, names, wrong };
}`;

const repository = fileURLToPath(new URL("../../..", import.meta.url));
let subgraphs: Awaited<ReturnType<typeof startAppSubgraphs>>;
let gateway: TestGateway;
let key: string;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "offergraph-added-"));
  subgraphs = await startAppSubgraphs({ app: "discounts", sdl, resolvers });
  gateway = await testGateway({ SUBGRAPHS: subgraphs.setting });
  ({ key } = await gateway.newKey({ level: "WRITE" }));
});
afterAll(async () => {
  await gateway?.stop();
  await subgraphs?.stop();
  await rm(folder, { recursive: true, force: true });
});

const get = async (path: string, accept = "*/*") => (await gateway.send({ method: "GET", path, headers: { accept } })).text;

describe("an operation that is added only to the SDL of one service", () => {
  it("is in the schema, and in the explorer's list with its types and an example that runs", async () => {
    expect(await get("/schema.graphql")).toMatch(/award_partner\([^)]*input: AwardPartnerInput!\s*\): AwardPartnerPayload/);
    const { operations, inputs } = JSON.parse(await get("/site/operations.json"));
    const [list, award] = ["list_badges", "award_partner"].map((name) => operations.find((one: { name: string }) => one.name === name));
    expect(award).toMatchObject({ service: "discounts", type: "mutation", level: "WRITE", cost: 5, effects: [] });
    expect(list).toMatchObject({ service: "discounts", type: "query", level: "READ", cost: 3, returns: "BadgeConnection" });
    expect(inputs.BadgeColor.values).toContainEqual({ name: "GOLD", description: "For the winner." });
    expect(inputs.AwardPartnerInput.fields.map(({ name }: { name: string }) => name)).toEqual(["partnerId", "name", "color"]);
    const answer = await gateway.ask(key, award.example.query, { variables: award.example.variables });
    expect(answer.body).toMatchObject({ data: { award_partner: { badge: { name: badges.at(-1)?.name }, userErrors: [] } } });
  });

  it("is in the index, pages, Markdown, search and llms.txt of the reference", async () => {
    const index = await get("/docs/operations", "text/html");
    const html = await get("/docs/operations/award_partner", "text/html");
    for (const name of ["list_badges", "award_partner"]) expect(index).toContain(`href="/docs/operations/${name}"`);
    for (const text of ["Awards a badge to a partner.", "3-40 characters", "awardPartner(", "call award_partner", "/docs/types/BadgeColor"])
      expect(html).toContain(text);
    expect(await get("/docs/operations/award_partner.md")).toMatch(/^# award_partner\n\nAwards a badge to a partner\./);
    expect(await get("/docs/types/BadgeColor.md")).toContain("For the winner.");
    expect(await get("/docs/search", "text/html")).toContain('<a href="/docs/operations/list_badges">list_badges</a> (query)');
    expect(await get("/llms.txt")).toContain("/docs/operations/award_partner.md): Awards a badge to a partner.\n");
  });

  it("is a tool of the service's toolset, which agents find by search", async () => {
    const send = mcpSender(gateway, key);
    const { tools } = messageOf(await send(request("tools/list"), { path: "/mcp?toolsets=discounts" })).result as {
      tools: { name: string; inputSchema: object }[];
    };
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(["list_badges", "award_partner"]));
    expect(JSON.stringify(tools.find(({ name }) => name === "award_partner")?.inputSchema)).toContain('"enum":["GOLD","SILVER"]');
    const found = messageOf(await send(call("search_operations", { query: "award badge" }))).result?.structuredContent;
    expect(found).toMatchObject({ result: { operations: expect.arrayContaining([expect.objectContaining({ name: "award_partner" })]) } });
    const input = { partnerId: "@mara", name: "From MCP", color: "GOLD" };
    const called = messageOf(await send(call("award_partner", { input }))).result?.structuredContent;
    expect(called).toMatchObject({ result: { badge: { name: "From MCP", color: "GOLD" }, userErrors: [] } });
    const wrong = messageOf(await send(call("award_partner", { input: { ...input, name: "Pink", color: "PINK" } }))).result;
    expect([wrong?.isError, badges.at(-1)?.name]).toEqual([true, "From MCP"]);
  });

  it("is a command of the command line", async () => {
    const environment = { OFFERGRAPH_KEY: key, OFFERGRAPH_URL: gateway.url, XDG_CACHE_HOME: folder, XDG_CONFIG_HOME: folder };
    const run = async (...words: string[]) => {
      const terminal = testTerminal(environment, false);
      return { code: await runCli(words, terminal), out: terminal.lines.join("\n"), error: terminal.errors.join("\n") };
    };
    const { out } = await run("operations", "badge");
    expect(JSON.parse(out).map(({ name }: { name: string }) => name)).toEqual(["list_badges", "award_partner"]);
    const made = await run("partners", "award", "@mara", "--name", "From the CLI", "--color", "gold");
    expect([made.code, made.error, JSON.parse(made.out).badge]).toMatchObject([0, "", { name: "From the CLI", color: "GOLD" }]);
    const failed = await run("partners", "award", "@mara", "--name", "None");
    expect(failed).toEqual({ code: 1, out: "", error: "input.name  INVALID  A badge needs a name." });
    const listed = await run("call", "list_badges", "--colors", "GOLD", "--all");
    expect(listed.out).toContain('"name":"From the CLI"');
  });

  it("is a method of the SDK, with its types", async () => {
    await cp(path.join(repository, "packages/sdk/src"), path.join(folder, "src"), {
      recursive: true,
      filter: (file) => !/\.test\.ts$|\/(testing|generated)$/.test(file),
    });
    const generated = path.join(folder, "src/generated");
    await mkdir(generated);
    for (const [name, text] of Object.entries(operationFiles(subgraphs.sdls))) await writeFile(path.join(generated, name), text);
    await writeFile(path.join(folder, "package.json"), JSON.stringify({ type: "module" }));
    await writeFile(path.join(folder, "program.ts"), program);
    const compilerOptions = { strict: true, module: "nodenext", target: "es2022", lib: ["es2023", "dom"], types: [], noEmit: true };
    const config = { compilerOptions: { ...compilerOptions, skipLibCheck: true }, files: ["program.ts"] };
    await writeFile(path.join(folder, "tsconfig.json"), JSON.stringify(config));
    const tsc = path.join(path.dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");
    await promisify(execFile)(process.execPath, [tsc, "-p", folder]).catch(({ stdout }) => expect(stdout).toBe(""));
    const outfile = path.join(folder, "program.mjs");
    await build({ entryPoints: [path.join(folder, "program.ts")], outfile, bundle: true, format: "esm", logLevel: "warning" });
    const { run } = await import(pathToFileURL(outfile).href);
    const error = { field: ["input", "name"], message: "A badge needs a name.", code: "INVALID" };
    const done = await run(gateway.url, key);
    expect(done).toMatchObject({ color: "GOLD", errors: [error], names: expect.arrayContaining(["From the SDK"]) });
    expect(badges.at(-1)?.name).toBe("From the SDK");
  });
});
