import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Turn, takeTurn } from "./turn.js";

let turn: Turn;
let opened: string[];
const wish = (name: string, priority: number) => takeTurn(turn, { priority, show: () => opened.push(name) });
beforeEach(() => {
  vi.useFakeTimers();
  turn = { asking: 0, wishes: [] };
  opened = [];
});
afterEach(() => vi.useRealTimers());

describe("forms that are ready at the same time", () => {
  it("open by priority, then in order of arrival", () => {
    wish("low", 1);
    wish("high", 9);
    wish("as high", 9);
    vi.advanceTimersByTime(1);
    expect(opened).toEqual(["high"]);
    wish("later", 0);
    vi.advanceTimersByTime(1);
    expect(opened).toEqual(["high", "later"]);
  });

  it("wait briefly for scripts that are still loading their form", () => {
    turn.asking = 1;
    wish("low", 1);
    vi.advanceTimersByTime(500);
    expect(opened).toEqual([]);
    turn.asking = 0;
    wish("high", 2);
    vi.advanceTimersByTime(100);
    expect(opened).toEqual(["high"]);
    turn.asking = 1;
    wish("alone", 1);
    vi.advanceTimersByTime(2000);
    expect(opened).toEqual(["high", "alone"]);
  });
});
