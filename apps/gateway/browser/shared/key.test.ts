import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { reportRestoredKey, storedKey, storeKey, watchKey } from "./key.js";

let page: EventTarget;
const stored = new Map<string, string>();
beforeEach(() => {
  page = new EventTarget();
  for (const name of ["addEventListener", "removeEventListener", "dispatchEvent"] as const) vi.stubGlobal(name, page[name].bind(page));
  vi.stubGlobal("sessionStorage", {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  stored.clear();
});
const show = (persisted: boolean) => page.dispatchEvent(Object.assign(new Event("pageshow"), { persisted }));

it("stores the key of the tab, and forgets it", () => {
  storeKey(" sk_live_a ");
  expect([storedKey(), [...stored.values()]]).toEqual(["sk_live_a", ["sk_live_a"]]);
  storeKey("");
  expect([storedKey(), stored.size]).toEqual(["", 0]);
});

it("reports changes on this page, and changes on other pages when the browser restores this page", () => {
  const seen: string[] = [];
  const events = vi.fn();
  reportRestoredKey();
  addEventListener("offergraph-key", events);
  const stop = watchKey((key) => seen.push(key));
  storeKey("sk_live_a");
  show(false);
  expect(seen).toEqual(["sk_live_a"]);
  stored.clear();
  show(true);
  expect(seen).toEqual(["sk_live_a", ""]);
  // The studio cannot import `watchKey`, so the studio listens to the event `offergraph-key`.
  expect(events).toHaveBeenCalledTimes(2);
  stop();
  storeKey("sk_live_b");
  show(true);
  expect(seen).toHaveLength(2);
});
