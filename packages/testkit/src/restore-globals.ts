import { afterAll, vi } from "vitest";

// vitest runs this file with each test file. The test files of a worker share a process, so fake timers would affect the next test file.
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
