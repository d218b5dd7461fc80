import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { polling } from "@offergraph/testkit/timeouts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { defaultLimits } from "./limits.js";
import { type LoadedSupergraph, loadSupergraph } from "./load.js";
import type { PreparedOperation } from "./prepare.js";
import { quietLog } from "./testing/quiet-log.js";
import { startSubgraphs, type TestSubgraphs } from "./testing/subgraph-servers.js";

let folder: string;
let subgraphs: TestSubgraphs;
let loaded: LoadedSupergraph[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "offergraph-supergraph-"));
  subgraphs = await startSubgraphs();
  loaded = [];
});
afterEach(async () => {
  await Promise.all(loaded.map((each) => each.stop()));
  await subgraphs.stop();
  await rm(folder, { recursive: true });
});

const file = () => join(folder, "cache", "supergraph.json");
async function load(signal?: AbortSignal): Promise<LoadedSupergraph> {
  const one = await loadSupergraph({
    subgraphs: subgraphs.addresses,
    cacheFile: file(),
    pollMs: 20,
    log: quietLog,
    limits: defaultLimits,
    ...(signal && { signal }),
  });
  loaded.push(one);
  return one;
}
const query = "{ people(first: 1) { id } }";
const run = (prepared: PreparedOperation) => prepared.execute(prepared.variables({}), { headers: {}, requestId: "r", log: quietLog });
const ask = async (one: LoadedSupergraph, text = query) => (await run(one.engine().prepare(text, undefined))).body.toString();
const change = (name: string, from: string, to: string) => {
  subgraphs.sdl[name] = (subgraphs.sdl[name] as string).replace(from, to);
};

it("follows a subgraph that changed, and a request on the engine before goes on", async () => {
  const one = await load();
  const before = one.engine();
  const prepared = before.prepare(query, undefined);
  change("people", "nick: String", "nick: String, fresh: Int");
  await vi.waitFor(() => expect(one.engine()).not.toBe(before), polling);
  expect(one.engine().prepare("{ people { fresh } }", undefined).type).toBe("query");
  const { errorCodes } = await run(prepared);
  expect(errorCodes).toEqual([]);
});

it("keeps the last good supergraph when the subgraphs do not compose or parse, or nothing of them may be served", async () => {
  const one = await load();
  const before = one.engine();
  const polls = () => subgraphs.received.filter(({ subgraph }) => subgraph === "people").length;
  change("people", "rating: Float", "rating: Float, title: Int!");
  let seen = polls();
  await vi.waitFor(() => expect(polls()).toBeGreaterThan(seen + 3), polling);
  expect(one.engine()).toBe(before);
  change("people", "rating: Float, title: Int!", "rating Float");
  seen = polls();
  await vi.waitFor(() => expect(polls()).toBeGreaterThan(seen + 3), polling);
  expect(one.engine()).toBe(before);
  change("people", "rating Float", "rating: Float");
  for (const name of Object.keys(subgraphs.sdl))
    subgraphs.sdl[name] = (subgraphs.sdl[name] as string).replaceAll(/ @access\(level: \w+(, cost: \d+)?\)/g, "");
  seen = polls();
  await vi.waitFor(() => expect(polls()).toBeGreaterThan(seen + 3), polling);
  expect(await ask(one)).toContain("0000");
});

it("starts from the cache while a subgraph is unavailable, and fetches the others", async () => {
  await (await load()).stop();
  subgraphs.trouble = { stock: "closes" };
  const again = await load();
  expect(await ask(again)).toContain('"id"');
  expect(await ask(again, "{ hot { id } people(first: 1) { id } }")).toContain("SUBGRAPH_UNAVAILABLE");
  expect(JSON.parse(await readFile(file(), "utf8"))).toMatchObject({ hash: expect.any(String) });
});

it("waits for all subgraphs without a readable cache, until it is aborted", async () => {
  await (await load()).stop();
  await writeFile(file(), "{ half of a supergr");
  subgraphs.trouble = { stock: "closes" };
  const waiting = load();
  await vi.waitFor(() => expect(subgraphs.received.filter(({ subgraph }) => subgraph === "stock").length).toBeGreaterThan(3), polling);
  subgraphs.trouble = {};
  expect(await ask(await waiting)).toContain('"id"');
  await rm(file());
  subgraphs.trouble = { stock: "closes" };
  const leaving = new AbortController();
  const given = expect(load(leaving.signal)).rejects.toThrow();
  leaving.abort();
  await given;
});

it("follows a manifest that changed without a new engine, and keeps the last valid one", async () => {
  const one = await load();
  const engine = one.engine();
  const routes = () => one.manifests().routes.map(({ service, path }) => `${service} ${path}`);
  const manifest = (path: string) => ({ routes: [{ name: path.slice(1, -1), path }] });
  subgraphs.manifests.people = manifest("/people/");
  await vi.waitFor(() => expect(routes()).toEqual(["people /people/"]), polling);
  expect(one.engine()).toBe(engine);
  const polls = () => subgraphs.received.filter(({ subgraph }) => subgraph === "people").length;
  const invalid = [{ routes: [{ path: "people" }] }, manifest("/stock/"), manifest("/stock/more/"), manifest("/health/")];
  subgraphs.manifests.stock = manifest("/stock/");
  await vi.waitFor(() => expect(routes()).toEqual(["people /people/", "stock /stock/"]), polling);
  for (const wrong of invalid) {
    subgraphs.manifests.people = wrong;
    const seen = polls();
    await vi.waitFor(() => expect(polls()).toBeGreaterThan(seen + 3), polling);
    expect(routes()).toEqual(["people /people/", "stock /stock/"]);
  }
  // An older replica responds with 404 (null), and the manifest of a newer replica has an unknown field.
  for (const other of [null, { ...manifest("/people/"), newer: [] }]) {
    subgraphs.manifests.people = other;
    const seen = polls();
    await vi.waitFor(() => expect(polls()).toBeGreaterThan(seen + 3), polling);
    expect(routes()).toEqual(["people /people/", "stock /stock/"]);
  }
  await one.stop();
  subgraphs.trouble = { stock: "closes" };
  expect((await load()).manifests().routes).toHaveLength(2);
});

it("serves a supergraph file without polling, at the URLs in SUBGRAPHS", async () => {
  await (await load()).stop();
  const supergraphFile = join(folder, "fixed.json");
  await copyFile(file(), supergraphFile);
  const options = { cacheFile: "/dev/null/none", pollMs: 20, log: quietLog, limits: defaultLimits };
  const polls = () => subgraphs.received.filter(({ query: text }) => text.includes("_service")).length;
  const before = polls();
  const one = await loadSupergraph({ ...options, subgraphs: subgraphs.addresses, supergraphFile });
  loaded.push(one);
  expect(await ask(one)).toContain('"id"');
  expect(polls()).toBe(before);
  await expect(loadSupergraph({ ...options, subgraphs: subgraphs.addresses, supergraphFile: `${supergraphFile}.no` })).rejects.toThrow();
  await expect(loadSupergraph({ ...options, subgraphs: [{ name: "stock" }] })).rejects.toThrow("SUBGRAPHS has no URL for: stock.");
  await expect(loadSupergraph({ ...options, subgraphs: [] })).rejects.toThrow("no subgraphs");
});

it("refuses a supergraph file that an earlier version composed, and that the gateway would execute wrongly", async () => {
  change("catalog", "size: Int\n", "size(unit: Int): Int\n");
  change("stock", "size: Int @external", "size(unit: Int): Int @external");
  await (await load()).stop();
  const composed = await readFile(file(), "utf8");
  await writeFile(file(), composed.replace("size weight", "size(unit: 1) weight"));
  const options = { subgraphs: subgraphs.addresses, cacheFile: "/dev/null/none", pollMs: 20, log: quietLog, limits: defaultLimits };
  await expect(loadSupergraph({ ...options, supergraphFile: file() })).rejects.toThrow("is invalid");
});
