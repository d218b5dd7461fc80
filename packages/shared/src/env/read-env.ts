import { z } from "zod";
import { telemetryEnv } from "../telemetry/start-telemetry.js";

/** Reads settings with one zod schema per variable. Throws an Error that lists all invalid variables without their values. */
export function readEnv<Shape extends z.ZodRawShape>(shape: Shape, source: NodeJS.ProcessEnv): z.infer<z.ZodObject<Shape>> {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const result = z.object(shape).safeParse(given);
  if (result.success) return result.data;
  const findings = result.error.issues.map((issue) => `  ${issue.path.join(".").padEnd(28)} ${issue.message}`);
  throw new Error(`Invalid settings:\n${findings.join("\n")}`);
}

export const serviceEnv = {
  PORT: z.coerce.number().int().min(0).max(65535).default(0),
  HOST: z.string().default("127.0.0.1"),
  METRICS_PORT: z.coerce.number().int().min(0).max(65535).default(0),
  METRICS_HOST: z.string().default("127.0.0.1"),
  /** postgres:// URL of the service's own database. The role must not bypass row-level security. */
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(10),
  /** Maximum wait for a free connection of the pool, in milliseconds. */
  DATABASE_WAIT_MS: z.coerce.number().int().min(100).max(600_000).default(5_000),
  /**
   * The value 0 prevents migrations at startup. If a migration is then pending, the service exits; `node dist/admin.js migrate` applies it.
   */
  MIGRATE_AT_START: z.enum(["0", "1"]).default("1"),
  /**
   * Days for which published events stay in the database, so that the service can publish them again after a restore or a loss of NATS. The
   * value must not exceed the maximum age of events in NATS.
   */
  OUTBOX_KEEP_DAYS: z.coerce.number().int().min(1).max(30).default(7),
  NATS_URL: z.string().min(1),
  /**
   * URL at which the gateways reach this process, for example "http://forms-1:4000/graphql". If the port is 0, gateways use the port on
   * which the process listens. Without a URL, the process does not register in the schema registry.
   */
  SERVICE_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Version in the schema registry; defaults to the version in the app's package.json. */
  SERVICE_VERSION: z.string().min(1).max(200).optional(),
  /** Secret for the signatures of identities, which the gateway creates and the subgraphs verify; at least 32 characters. */
  GATEWAY_SIGNING_KEY: z.string().min(32),
  /** Signs events; defaults to GATEWAY_SIGNING_KEY. Before you change GATEWAY_SIGNING_KEY, copy its current value to EVENT_SIGNING_KEY. */
  EVENT_SIGNING_KEY: z.string().min(32).optional(),
  /**
   * Seconds that the event loop may block before the process is killed. A supervisor must restart a killed process. 0 disables this check.
   */
  EVENT_LOOP_TIMEOUT_SECONDS: z.coerce.number().int().min(0).max(3_600).default(30),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  ...telemetryEnv,
};

/** Settings of services that send requests to stores and webhook endpoints. */
export const outboundEnv = {
  /** The value 1 allows http URLs, and requests to loopback and private addresses. */
  OUTBOUND_ALLOW_PRIVATE: z.enum(["0", "1"]).default("0"),
  /**
   * Key that encrypts the secrets of connections and webhook endpoints; at least 32 characters. By default, the key is derived from
   * GATEWAY_SIGNING_KEY.
   */
  CONNECTION_SECRET_KEY: z.string().min(32).optional(),
};

/** Public base URL of the gateway, for links to the gateway. */
export const publicUrl = z
  .url({ protocol: /^https?$/ })
  .transform((url) => new URL(url).href.replace(/\/$/, ""))
  .default("http://127.0.0.1:4000");
