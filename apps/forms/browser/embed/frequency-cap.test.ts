import { beforeEach, describe, expect, it, vi } from "vitest";

const day = 24 * 60 * 60 * 1000;
const kept = new Map<string, string>();
vi.stubGlobal("localStorage", {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, text: string) => kept.set(name, text),
});
const { frequencyCap } = await import("./frequency-cap.js");

beforeEach(() => {
  kept.clear();
  vi.useFakeTimers({ now: new Date("2026-06-01T12:00:00Z") });
});

describe("a form that was answered or declined", () => {
  it("is not shown again, or after 30 days with returning_enabled", () => {
    frequencyCap("key", "form", false).noteAnswered();
    const asks = () => [frequencyCap("key", "form", false).mayAsk(), frequencyCap("key", "form", true).mayAsk()];
    expect(asks()).toEqual([false, false]);
    vi.setSystemTime(Date.now() + 30 * day + 1);
    expect(asks()).toEqual([false, true]);
    // Earlier versions of the embed script stored "answered" without a time.
    kept.set("offergraph:asked:key:form", "answered");
    expect(asks()).toEqual([false, true]);
  });

  it("is not shown for 30 days after closing, and stays answered", () => {
    const { noteAnswered, noteClosed, mayAsk } = frequencyCap("key", "form", false);
    expect(mayAsk()).toBe(true);
    noteClosed();
    expect(mayAsk()).toBe(false);
    vi.setSystemTime(Date.now() + 30 * day + 1);
    expect(mayAsk()).toBe(true);
    noteAnswered();
    noteClosed();
    vi.setSystemTime(Date.now() + 400 * day);
    expect(mayAsk()).toBe(false);
  });
});
