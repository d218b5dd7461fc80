import { expiryMs } from "@offergraph/service/registry/buckets";
import type { RegistryEntry } from "@offergraph/service/registry/entry";
import { newId } from "@offergraph/shared/time/ids";
import { afterEach, beforeEach, expect, it } from "vitest";
import { defaultLimits } from "../limits.js";
import { connectTo } from "./replica.js";
import { ServiceReplicas } from "./service-replicas.js";

let service: ServiceReplicas;
beforeEach(() => {
  service = new ServiceReplicas("forms", connectTo("forms", "http://fixed/graphql", defaultLimits), defaultLimits);
});
afterEach(() => service.close());

let day = 0;
function entryOf(host: string, sdl: string): RegistryEntry {
  day += 1;
  const registeredAt = new Date(Date.UTC(2026, 0, day)).toISOString();
  return { service: "forms", instance: newId(), version: "1", url: `http://${host}/graphql`, sdl, manifest: "m", registeredAt };
}
const keyOf = ({ instance }: RegistryEntry) => `forms.${instance}`;

/**
 * Returns two lists of hosts. The hosts of the first list get requests for a schema in turn. The hosts of the second list get a request
 * only if no host of the first list is reachable.
 */
function rotation(sdl: string) {
  const known = new Map(service.all.map((entry) => [connections.get(entry.instance), new URL(entry.url).host]));
  const hostOf = (one: unknown) => known.get(one) ?? (one === service.fixed ? "fixed" : "?");
  const { inTurn, others } = service.rotation((entry) => entry.sdl === sdl);
  return [inTurn.map(hostOf), others.map(hostOf)];
}
const connections = new Map<string, unknown>();
/** Adds a replica, and remembers its connections. */
function put(entry: RegistryEntry): boolean {
  const isChanged = service.put(entry);
  const { inTurn } = service.rotation(({ instance }) => instance === entry.instance);
  connections.set(entry.instance, inTurn[0]);
  return isChanged;
}

it("prefers ready replicas with the schema, then the URLs in SUBGRAPHS, then other replicas", () => {
  const [one, two, next] = [entryOf("one", "a"), entryOf("two", "a"), entryOf("next", "b")];
  for (const entry of [one, two, next]) expect(put(entry)).toBe(true);
  expect(put(one)).toBe(false);
  expect(rotation("a")).toEqual(
    [
      ["one", "two"],
      ["fixed", "next"],
    ].map((list) => list.sort()),
  );
  expect(rotation("b")[0]).toEqual(["next"]);
  expect(rotation("c")[0]).toEqual(["fixed"]);
});

it("uses a replica that has left only if no other serves the schema, until it is closed", () => {
  const [one, two] = [entryOf("one", "a"), entryOf("two", "a")];
  put(one);
  put(two);
  expect([service.leave(keyOf(one)), service.leave(keyOf(one))]).toEqual([true, false]);
  expect(rotation("a")[0]).toEqual(["two"]);
  service.leave(keyOf(two));
  expect(rotation("a")[0]).toEqual(["one", "two"]);
  // A renewal that was sent before the replica left changes nothing.
  expect(put(one)).toBe(false);
  service.closeLeft(new Set([keyOf(one), keyOf(two)]));
  expect(rotation("a")[0]).toEqual(["one", "two"]);
  put(entryOf("next", "b"));
  service.closeLeft(new Set([keyOf(one)]));
  expect(rotation("a")).toEqual([["two"], ["fixed", "next"]]);
  service.closeLeft(new Set([keyOf(two)]));
  expect(rotation("a")).toEqual([["fixed"], ["next"]]);
});

it("forgets a silent replica if another is ready, and keeps the last one", () => {
  const [one, two] = [entryOf("one", "a"), entryOf("two", "b")];
  put(one);
  put(two);
  const later = performance.now() + expiryMs + 1;
  expect(service.expire(performance.now())).toBe(false);
  expect(service.expire(later)).toBe(true);
  expect(service.all).toHaveLength(2);
  expect(rotation("a")).toEqual([["fixed"], ["one", "two"]]);
  expect(put(two)).toBe(true);
  expect(service.expire(performance.now())).toBe(true);
  expect(service.all).toEqual([two]);
});

it("uses the same connections for another process at the same URL", () => {
  const [former, next] = [entryOf("one", "a"), entryOf("one", "b")];
  put(former);
  expect(put(next)).toBe(true);
  expect(service.all).toEqual([next]);
  expect(connections.get(next.instance)).toBe(connections.get(former.instance));
  // The former process no longer listens at the URL, so its renewal is out of date.
  expect(service.put(former)).toBe(false);
});
