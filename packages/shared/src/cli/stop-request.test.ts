import { afterEach, describe, expect, it, vi } from "vitest";
import { onStopRequest } from "./stop-request.js";

afterEach(() => {
  vi.restoreAllMocks();
});

describe("a request to stop", () => {
  it("ignores npm's duplicate signal, and ends the process on a later one", () => {
    const kill = vi.spyOn(process, "kill").mockReturnValue(true);
    const now = vi.spyOn(performance, "now").mockReturnValue(5_000);
    const { signal, dispose } = onStopRequest();
    expect(signal.aborted).toBe(false);
    process.emit("SIGINT", "SIGINT");
    now.mockReturnValue(5_900);
    process.emit("SIGINT", "SIGINT");
    expect([signal.aborted, kill.mock.calls]).toEqual([true, []]);
    now.mockReturnValue(6_100);
    process.emit("SIGTERM", "SIGTERM");
    expect(kill.mock.calls).toEqual([[process.pid, "SIGTERM"]]);
    dispose();
  });
});
