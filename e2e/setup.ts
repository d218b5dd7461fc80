import type { TestProject } from "vitest/node";
import { type RunningSystem, startSystem } from "./src/start-system.js";

// `globalThis` holds the system, because each vitest project loads this module separately.
const shared = globalThis as { offergraphSystem?: Promise<RunningSystem> };

/** Starts one system without rate limits for all end-to-end tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.offergraphSystem ??= startSystem({
    env: { RATE_LIMIT_PER_IP: "0", RATE_LIMIT_PER_KEY: "0", RATE_LIMIT_FAILED_KEY: "0" },
  });
  const system = await shared.offergraphSystem;
  project.provide("dataDirectory", system.dataDirectory);
  return () => {
    const stopped = shared.offergraphSystem ? system.stop() : Promise.resolve();
    delete shared.offergraphSystem;
    return stopped;
  };
}

declare module "vitest" {
  export interface ProvidedContext {
    dataDirectory: string;
  }
}
