import type { TestProject } from "vitest/node";
import { startSystem } from "./src/start-system.js";

/** Starts one system without rate limits for all end-to-end tests. Tests of rate limits start their own system. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const system = await startSystem({
    env: { RATE_LIMIT_PER_IP: "0", RATE_LIMIT_PER_KEY: "0", RATE_LIMIT_FAILED_KEY: "0" },
  });
  project.provide("dataDirectory", system.dataDirectory);
  return () => system.stop();
}

declare module "vitest" {
  export interface ProvidedContext {
    dataDirectory: string;
  }
}
