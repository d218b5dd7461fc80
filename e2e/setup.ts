import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { startOtlpReceiver } from "@offergraph/testkit/otlp-receiver";
import type { TestProject } from "vitest/node";
import { type RunningSystem, startSystem } from "./src/start-system.js";

type SharedSystem = RunningSystem & { telemetryUrl: string; adminServer: string };

// Each vitest project loads this module separately, so the projects share the system as a property of `globalThis`.
const shared = globalThis as { offergraphSystem?: Promise<SharedSystem> };

/**
 * Starts one system without rate limits for all end-to-end tests. Tests of rate limits start their own system. The system exports telemetry,
 * but its gateway samples no request.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.offergraphSystem ??= startShared();
  const system = await shared.offergraphSystem;
  project.provide("dataDirectory", system.dataDirectory);
  project.provide("telemetryUrl", system.telemetryUrl);
  project.provide("adminServer", system.adminServer);
  return () => {
    const stopped = shared.offergraphSystem ? system.stop() : Promise.resolve();
    delete shared.offergraphSystem;
    return stopped;
  };
}

async function startShared(): Promise<SharedSystem> {
  const receiver = await startOtlpReceiver();
  const limits = { RATE_LIMIT_PER_IP: "0", RATE_LIMIT_PER_KEY: "0", RATE_LIMIT_FAILED_KEY: "0", RATE_LIMIT_PUBLIC: "0" };
  const telemetry = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_TRACES_SAMPLER_ARG: "0" };
  const system = await startSystem({ env: { ...limits, ...telemetry } });
  const adminServer = fork(new URL("src/admin-server.mjs", import.meta.url), [system.dataDirectory]);
  const adminServerUrl = await urlOf(adminServer).catch(async (error: unknown) => {
    await system.stop();
    await receiver.stop();
    throw error;
  });
  return {
    ...system,
    telemetryUrl: receiver.url,
    adminServer: adminServerUrl,
    async stop() {
      if (adminServer.connected) adminServer.disconnect();
      await system.stop();
      await receiver.stop();
      if (process.env.CI) process.stderr.write(`Last warnings of the shared system:\n${lastWarnings(system.output())}\n`);
    },
  };
}

/** Returns the last log entries with the level "warn" or higher. A failed test may not say what happened in the system. */
function lastWarnings(output: string): string {
  return output
    .split("\n")
    .filter((line) => /"level":"(warn|error|fatal)"/.test(line))
    .slice(-40)
    .join("\n");
}

/** Returns the URL that a server sends as its first message. Throws an Error if the server exits first. */
async function urlOf(server: ChildProcess): Promise<string> {
  const sent = once(server, "message") as Promise<[string]>;
  const exited = once(server, "exit").then(([code]) => {
    throw new Error(`The server of admin commands exited with code ${code}.`);
  });
  // The server also exits at the end of the tests.
  exited.catch(() => undefined);
  const [url] = await Promise.race([sent, exited]);
  return url;
}

declare module "vitest" {
  export interface ProvidedContext {
    dataDirectory: string;
    /** URL of the receiver of the system's telemetry (packages/testkit/src/otlp-receiver.ts). */
    telemetryUrl: string;
    /** URL of the process that runs admin commands (src/admin-server.mjs). */
    adminServer: string;
  }
}
