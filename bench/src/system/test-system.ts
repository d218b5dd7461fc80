import { readFile } from "node:fs/promises";
import path from "node:path";
import type { z } from "zod";
import { type SystemFile, startSystem } from "../../../e2e/src/start-system.js";
import { type StartedChild, startChild } from "../child.js";
import type { principalSchema } from "./principal.js";
import { type Seeded, type Sizes, seedRecords } from "./seed.js";

export interface TestSystem {
  file: SystemFile;
  seeded: Seeded;
  signingKey: string;
  principal: z.infer<typeof principalSchema>;
  /** The URLs of the subgraphs, by name. */
  subgraphs: Record<string, string>;
  dataDirectory: string;
  stop(): Promise<void>;
}

const services = ["discounts", "incentives", "forms", "orders", "workspace"];
const withoutLimits = {
  RATE_LIMIT_PER_IP: "0",
  RATE_LIMIT_PER_KEY: "0",
  RATE_LIMIT_FAILED_KEY: "0",
  RATE_LIMIT_PUBLIC: "0",
};

/** Starts the whole system without rate limits, and inserts records. */
export async function startTestSystem(sizes: Sizes, env: Record<string, string> = {}): Promise<TestSystem> {
  const running = await startSystem({ env: { ...withoutLimits, ...env } });
  try {
    const file = await running.read();
    return {
      file,
      seeded: await seedRecords(file, sizes),
      signingKey: (await readFile(path.join(running.dataDirectory, "signing-key"), "utf8")).trim(),
      principal: {
        workspaceId: file.workspaceId,
        memberId: file.workspaceId,
        keyId: file.workspaceId,
        level: "ADMIN",
        requestId: "bench",
      },
      subgraphs: Object.fromEntries(services.map((name) => [name, file.urls[name] ?? ""])),
      dataDirectory: running.dataDirectory,
      stop: () => running.stop(),
    };
  } catch (error) {
    await running.stop();
    throw error;
  }
}

/** Starts the process that signs requests of peers. With `replay`, the process replays recorded responses. */
export async function startHop({ signingKey, principal, subgraphs }: TestSystem, replay: boolean): Promise<StartedChild<Hop>> {
  return await startChild<Hop>("hop.ts", { signingKey, principal, services: subgraphs, replay });
}

interface Hop {
  urls: Record<string, string>;
}
