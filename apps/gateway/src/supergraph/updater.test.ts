import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setImmediate } from "node:timers/promises";
import { manifestSchema } from "@offergraph/shared/schema/manifest";
import { pino } from "pino";
import { afterEach, beforeEach, expect, it } from "vitest";
import { sdlOf } from "../testing/registered-service.js";
import { composeAndCheck } from "./compose.js";
import { defaultLimits } from "./limits.js";
import { type PublishedSchema, polledSchema } from "./published.js";
import { ReplicaTable } from "./registry/replica-table.js";
import { SupergraphUpdater } from "./updater.js";

const things = (fields: string): PublishedSchema =>
  polledSchema({ name: "things", sdl: sdlOf(fields), manifest: manifestSchema.parse({}) });
const before = things("hello: String @access(level: READ)");
const after = things("hello: String @access(level: READ) more: String @access(level: READ)");

let folder: string;
let offered: PublishedSchema;
let composed: string[];
/** Delays the results of the worker thread. */
let composing: Promise<unknown>;
let updater: SupergraphUpdater;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "offergraph-updater-"));
  offered = before;
  composed = [];
  composing = Promise.resolve();
  const compose = (subgraphs: Parameters<typeof composeAndCheck>[0]) => {
    composed.push(...subgraphs.map(({ sdl }) => sdl));
    return composeAndCheck(subgraphs);
  };
  updater = new SupergraphUpdater({
    replicas: new ReplicaTable([], defaultLimits),
    composer: { composeNow: compose, compose: (subgraphs) => composing.then(() => compose(subgraphs)), stop: async () => undefined },
    readOffers: async () => ({ offers: new Map([["things", [offered]]]), refused: [] }),
    cacheFile: path.join(folder, "supergraph.json"),
    limits: defaultLimits,
    executor: "compiled",
    log: pino({ level: "silent" }),
  });
  await updater.update();
});
afterEach(async () => {
  await updater.stop();
  await rm(folder, { recursive: true, force: true });
});

const fields = () => Object.keys(updater.active?.engine.apiSchema.getQueryType()?.getFields() ?? {});

it("serves an announced schema without composing it again, and not before a replica is ready", async () => {
  await updater.prepare("things", after.sdl);
  expect(fields()).toEqual(["hello"]);
  offered = after;
  await updater.update();
  expect(fields()).toEqual(["hello", "more"]);
  expect(composed).toEqual([before.sdl, after.sdl]);
});

it("composes once if a replica gets ready during the composition of its announced schema", async () => {
  let finish = () => {};
  composing = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const preparing = updater.prepare("things", after.sdl);
  offered = after;
  const updating = updater.update();
  // The update has asked for the composition when no other work is left.
  await setImmediate();
  finish();
  await Promise.all([preparing, updating]);
  expect(fields()).toEqual(["hello", "more"]);
  expect(composed).toEqual([before.sdl, after.sdl]);
});

it("does not compose an announced schema that is active, invalid or of an unknown subgraph", async () => {
  await updater.prepare("things", before.sdl);
  await updater.prepare("others", after.sdl);
  expect(composed).toEqual([before.sdl]);
  await updater.prepare("things", "not a schema");
  expect(fields()).toEqual(["hello"]);
});
