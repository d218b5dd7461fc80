import { z } from "zod";

/**
 * Reads a service's settings. `shape`: one zod schema per variable. An empty text counts as absent.
 * Throws an Error whose message lists every finding, one a line, and never a value (it may be a secret).
 */
export function readEnv<Shape extends z.ZodRawShape>(shape: Shape, source: NodeJS.ProcessEnv): z.infer<z.ZodObject<Shape>> {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const result = z.object(shape).safeParse(given);
  if (result.success) return result.data;
  const findings = result.error.issues.map((issue) => `  ${issue.path.join(".").padEnd(28)} ${issue.message}`);
  throw new Error(`These settings are not usable:\n${findings.join("\n")}`);
}

/** Settings that every service has. */
export const serviceEnv = {
  /** Where to listen; 0 picks a free port. */
  PORT: z.coerce.number().int().min(0).max(65535).default(0),
  HOST: z.string().default("127.0.0.1"),
  /** Where Prometheus reads /metrics; a port of its own, 0 picks a free one. */
  METRICS_PORT: z.coerce.number().int().min(0).max(65535).default(0),
  METRICS_HOST: z.string().default("127.0.0.1"),
  /** postgres://… of the service's own database. The role must not bypass row-level security. */
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(10),
  /** How long whoever needs a connection waits until one of them is free, in milliseconds. */
  DATABASE_WAIT_MS: z.coerce.number().int().min(100).max(600_000).default(5_000),
  NATS_URL: z.string().min(1),
  /** What gateway and subgraphs share to sign and verify identities; 32 characters or more. */
  GATEWAY_SIGNING_KEY: z.string().min(32),
  /** Signs events; GATEWAY_SIGNING_KEY does unless given. Set it to the old value when that one changes: consumers refuse events of another key. */
  EVENT_SIGNING_KEY: z.string().min(32).optional(),
  /** Seconds without an answer of the event loop after which the process ends itself, to be started again; 0 = never. */
  EVENT_LOOP_TIMEOUT_SECONDS: z.coerce.number().int().min(0).max(3_600).default(30),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
};
