import { afterAll, vi } from "vitest";

// This setup file restores global objects. The unit tests run one after another in the same process, and fake timers of one file would
// block the next file.
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
