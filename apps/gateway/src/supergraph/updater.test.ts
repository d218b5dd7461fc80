import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setImmediate } from "node:timers/promises";
import { abortable } from "@offergraph/service/messaging/wait";
import { manifestSchema } from "@offergraph/shared/schema/manifest";
import { pino } from "pino";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
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
let errors: string[];
let updater: SupergraphUpdater;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "offergraph-updater-"));
  offered = before;
  composed = [];
  errors = [];
  unread.mockClear();
  composing = Promise.resolve();
  const compose = (subgraphs: Parameters<typeof composeAndCheck>[0]) => {
    composed.push(...subgraphs.map(({ sdl }) => sdl));
    return composeAndCheck(subgraphs);
  };
  updater = new SupergraphUpdater({
    replicas: new ReplicaTable([], defaultLimits),
    composer: {
      composeNow: compose,
      compose: (subgraphs, signal) => abortable(composing, signal).then(() => compose(subgraphs)),
      stop: async () => undefined,
    },
    readOffers: async () => ({ offers: new Map([["things", [offered]]]), refused: [] }),
    cacheFile: path.join(folder, "supergraph.json"),
    limits: defaultLimits,
    executor: "compiled",
    log: pino({ level: "error" }, { write: (line: string) => void errors.push(line) }),
  });
  await updater.update();
});
afterEach(async () => {
  await updater.stop();
  await rm(folder, { recursive: true, force: true });
});

const announce = ({ name, sdlHash }: Pick<PublishedSchema, "name" | "sdlHash">, read = async () => after.sdl) =>
  updater.prepare(name, sdlHash, read);
const unread = vi.fn(async () => after.sdl);
const fields = () => Object.keys(updater.active?.engine.apiSchema.getQueryType()?.getFields() ?? {});

it("serves an announced schema without composing it again, and not before a replica is ready", async () => {
  await announce(after);
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
  const preparing = announce(after);
  offered = after;
  const updating = updater.update();
  // The update has asked for the composition when no other work is left.
  await setImmediate();
  finish();
  await Promise.all([preparing, updating]);
  expect(fields()).toEqual(["hello", "more"]);
  expect(composed).toEqual([before.sdl, after.sdl]);
});

it("composes again if the composition of the announced schema fails while a replica gets ready", async () => {
  let fail = () => {};
  composing = new Promise<void>((_, reject) => {
    fail = () => reject(new Error("The operation was aborted due to timeout"));
  });
  const preparing = announce(after);
  offered = after;
  const updating = updater.update();
  await setImmediate();
  composing = Promise.resolve();
  fail();
  await Promise.all([preparing, updating]);
  expect(fields()).toEqual(["hello", "more"]);
  expect(errors).toEqual([]);
});

it("skips announced texts that are active, no SDL, of an unknown subgraph, or invalid", async () => {
  await announce(before, unread);
  await announce({ name: "others", sdlHash: after.sdlHash }, unread);
  expect(unread).not.toHaveBeenCalled();
  await announce({ name: "things", sdlHash: "1" }, async () => "{}");
  await announce({ name: "things", sdlHash: "2" }, () => Promise.reject(new Error("too long")));
  expect(composed).toEqual([before.sdl]);
  await announce({ name: "things", sdlHash: "3" }, async () => "not a schema");
  expect(fields()).toEqual(["hello"]);
});

it("composes one announced schema at a time, and ends with its composition when the updater stops", async () => {
  composing = new Promise(() => {});
  const preparing = announce(after);
  await announce({ name: "things", sdlHash: "1" }, unread);
  expect(unread).not.toHaveBeenCalled();
  await updater.stop();
  await preparing;
  expect(composed).toEqual([before.sdl]);
});

it("knows the version of a release without a changed schema, and keeps the engine", async () => {
  const engine = updater.active?.engine;
  offered = { ...before, version: "1.0.1" };
  await updater.update();
  expect(updater.active?.set.map(({ version }) => version)).toEqual(["1.0.1"]);
  expect(updater.active?.engine).toBe(engine);
  expect(composed).toEqual([before.sdl]);
});
