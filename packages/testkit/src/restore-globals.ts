import { afterAll, vi } from "vitest";

// Setup file of the unit tests, which run one after another in the same process: timers that stay fake would hang the next file.
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
