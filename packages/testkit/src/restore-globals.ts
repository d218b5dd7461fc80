import { afterAll, vi } from "vitest";

// vitest runs this file with each file of unit tests. The unit tests share a process, so fake timers of one test file would block the next
// test file.
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
