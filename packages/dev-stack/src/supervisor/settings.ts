import path from "node:path";
import { readEnv } from "@offergraph/shared/env/read-env";
import { z } from "zod";

const shape = {
  PORT: z.coerce.number().int().min(0).max(65535).default(4000),
  HOST: z.string().default("127.0.0.1"),
  DATA_DIR: z.string().default(".data"),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  NATS_URL: z.string().min(1).optional(),
  GATEWAY_SIGNING_KEY: z.string().min(32).optional(),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  // `npm start` allows private addresses by default, for example for the sandbox store. Deployed services reject private addresses by
  // default.
  OUTBOUND_ALLOW_PRIVATE: z.enum(["0", "1"]).default("1"),
  MAX_HEAP_MB: z.coerce.number().int().min(64).max(65_536).default(384),
  OFFERGRAPH_DEMO: z.enum(["0", "1"]).default("1"),
  OFFERGRAPH_REPLICAS: z.string().default(""),
};

export type Settings = ReturnType<typeof readSettings>;

/** Reads the settings. Throws an Error that lists every invalid setting. A relative DATA_DIR is relative to `folder`. */
export function readSettings(source: NodeJS.ProcessEnv, folder: string) {
  const env = readEnv(shape, source);
  return {
    port: env.PORT,
    host: env.HOST,
    dataDirectory: path.resolve(folder, env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    natsUrl: env.NATS_URL,
    signingKey: env.GATEWAY_SIGNING_KEY,
    publicUrl: env.PUBLIC_URL,
    outboundAllowPrivate: env.OUTBOUND_ALLOW_PRIVATE,
    maxHeapMb: env.MAX_HEAP_MB,
    withDemoData: env.OFFERGRAPH_DEMO === "1",
    replicas: env.OFFERGRAPH_REPLICAS,
    /** True if Prometheus also runs. `npm start -- --observe` sets this property. */
    observes: false,
  };
}

/**
 * Returns heap options of node. The size of V8's semi-space (memory for new objects) is a twelfth of the heap. With V8's default size of 16
 * MB, garbage collection took 18 % of the gateway's CPU time.
 */
export function heapOptions({ maxHeapMb }: Pick<Settings, "maxHeapMb">): string[] {
  return [`--max-old-space-size=${maxHeapMb}`, `--max-semi-space-size=${Math.floor(maxHeapMb / 12)}`];
}
