import { afterAll, vi } from "vitest";

// vitest runs this file with each file of unit tests. The unit tests share a process, so fake timers would affect the next test file.
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
