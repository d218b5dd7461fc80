import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { manifestSchema } from "@offergraph/shared/schema/manifest";
import { newId } from "@offergraph/shared/time/ids";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codes, forms } from "../schema-check/testing/subgraphs.js";
import { writeCachedSupergraph } from "../supergraph/cache-file.js";
import { keyDatabase } from "../testing/gateway.js";
import { TestKeys } from "../testing/keys.js";
import { startSubgraph, type TestSubgraph } from "../testing/subgraph.js";
import { runAdmin } from "./program.js";

const now = new Date("2026-11-28T12:00:00.000Z");
const field = "Code.old";
let folder = "";
let database: Awaited<ReturnType<typeof keyDatabase>>;
let subgraph: TestSubgraph;
let admin: pg.Pool;
let key: { keyId: string; workspaceId: string };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "offergraph-schema-"));
  [database, subgraph] = await Promise.all([keyDatabase(), startSubgraph()]);
  admin = new pg.Pool({ connectionString: database.adminUrl });
  const keys = new TestKeys(admin);
  const { workspaceId } = await keys.createWorkspace("Shop");
  const { memberId } = await keys.addMember(workspaceId, { name: "Owner", role: "OWNER" });
  const { keyId } = await keys.createKey({ workspaceId, memberId, kind: "SECRET", level: "READ", origins: [] });
  key = { keyId, workspaceId };
  await Promise.all([codes, forms].map(({ name, sdl }) => writeFile(join(folder, `${name}.graphql`), sdl)));
  await record("Query.code", "2026-10-20", 1);
  await record(field, "2026-10-25", 1);
  await record(field, "2026-11-20", 2);
  await record(field, "2026-11-27", 3);
});
afterAll(async () => {
  await subgraph.stop();
  await admin.end();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const record = (coordinate: string, day: string, count: number) =>
  admin.query("INSERT INTO field_usage (workspace_id, day, key_id, coordinate, count) VALUES ($1, $2, $3, $4, $5)", [
    ...[key.workspaceId, day, key.keyId, coordinate, count],
  ]);

async function run(words: readonly string[], environment: Record<string, string> = {}) {
  const lines: string[] = [];
  const terminal = { out: (line: string) => void lines.push(line), error: (line: string) => void lines.push(line) };
  return { code: await runAdmin(words, environment, terminal, now), text: lines.join("\n") };
}

/** Replaces `from` with `to` in the SDL of the subgraph `codes`, and writes the SDL to a file. Returns the command that checks the file. */
async function checkOf(from: string, to: string): Promise<string[]> {
  expect(codes.sdl).toContain(from);
  const file = join(folder, `${newId()}.sdl`);
  await writeFile(file, codes.sdl.replace(from, to));
  return ["schema", "check", "--app", "codes", "--schema", file];
}
const withoutOld = () => checkOf(", old: Int", "");

describe("usage list", () => {
  it("sums the uses of a key by part of the schema, and finds the key with the role of the gateway", async () => {
    const { code, text } = await run(["usage", "list", field, "--json"], { DATABASE_URL: database.connectionString });
    expect(code).toBe(0);
    expect(JSON.parse(text)).toEqual({
      recordedSince: "2026-10-20",
      uses: [{ coordinate: field, ...key, keyName: "Key", endsWith: expect.stringMatching(/^\w{4,8}$/), lastDay: "2026-11-27", count: 5 }],
    });
    expect((await run(["usage", "list"], { DATABASE_URL: database.connectionString })).text).toMatch(/Code\.old +Key .* 2026-11-27 +5/);
  });

  it("needs a database", async () => {
    expect(await run(["usage", "list"])).toMatchObject({ code: 2, text: expect.stringContaining("Set DATABASE_URL") });
  });
});

describe("schema check", () => {
  it("names the keys that the removal of a field would break, and returns 1", async () => {
    const words = [...(await withoutOld()), "--against", folder];
    const { code, text } = await run(words, { DATABASE_URL: database.connectionString });
    expect(text).toContain(`${key.keyId}) of workspace ${key.workspaceId} used ${field}. Requests: 5, last day: 2026-11-27`);
    expect(code).toBe(1);
  });

  it("reads the usage from a file, and allows the removal of a field that no key used for 30 days", async () => {
    const file = join(folder, "usage.json");
    const words = [...(await withoutOld()), "--against", folder, "--usage", file, "--json"];
    await writeFile(file, JSON.stringify({ recordedSince: "2026-10-20", uses: [] }));
    const allowed = await run(words);
    expect(allowed.code).toBe(0);
    expect(JSON.parse(allowed.text)).toMatchObject({ isAllowed: true, changes: [{ level: "breaking", use: "unused" }] });
    await writeFile(file, (await run(["usage", "list", "--json"], { DATABASE_URL: database.connectionString })).text);
    expect((await run(words)).code).toBe(1);
  });

  it("reads the deployed SDLs from the gateway's supergraph file", async () => {
    const file = join(folder, "supergraph.json");
    const about = { manifest: manifestSchema.parse({}), sdlHash: "", manifestHash: "", registeredAt: "" };
    const subgraphs = [codes, forms].map(({ name, sdl }) => ({ name, sdl, ...about }));
    await writeCachedSupergraph(file, { hash: "", supergraphSdl: "", findings: [], subgraphs, replicas: [] });
    const words = await checkOf("old: Int", "old: Int, more: Int");
    const allowed = await run([...words, "--against", file]);
    expect(allowed).toEqual({ code: 0, text: expect.stringMatching(/Safe\n.*more.*\n\ncodes: the schema can be deployed\./) });
    expect(await run(words, { SUPERGRAPH_CACHE: file })).toEqual(allowed);
  });

  it("reads the deployed SDLs from running services, also as the setting SUBGRAPHS", async () => {
    const words = await checkOf("old: Int", "old: Int");
    const against = `${subgraph.address.name}=${subgraph.address.url}`;
    const allowed = await run([...words, "--against", against]);
    expect(allowed).toEqual({
      code: 0,
      text: expect.stringMatching(/Field 'code' was added to object type 'Query'[\s\S]*can be deployed/),
    });
    expect(await run(words, { SUBGRAPHS: against })).toEqual(allowed);
  });

  it("reads the committed schema of an app by default", async () => {
    expect(await run(["schema", "check", "--app", "nothing", "--against", folder])).toMatchObject({
      code: 2,
      text: expect.stringMatching(/apps.nothing.schema\.graphql/),
    });
  });

  it.each([
    ["an unknown source", "./nothing", /is neither a file, a folder nor a list of URLs/],
    [
      "an unreachable service",
      "forms=http://127.0.0.1:1/graphql",
      /Cannot read the SDL of forms from http:\/\/127\.0\.0\.1:1\/graphql: .+/,
    ],
    ["a folder without schemas", import.meta.dirname, /has neither apps\/<app>\/schema\.graphql nor <app>\.graphql/],
  ])("explains %s", async (_name, against, message) => {
    const { code, text } = await run(["schema", "check", "--app", "forms", "--against", against]);
    expect([code, text]).toEqual([2, expect.stringMatching(message)]);
  });

  it.each(["0", "41", "x"])("rejects --days %s", async (given) => {
    expect(await run(["schema", "check", "--app", "forms", "--days", given])).toMatchObject({ code: 1 });
  });
});
