import { readEnv, serviceEnv } from "@offergraph/shared/env/read-env";
import { isOrigin } from "@offergraph/shared/schema/origin";
import { samplingEnv, telemetryEnv } from "@offergraph/shared/telemetry/start-telemetry";
import proxyAddress from "proxy-addr";
import { z } from "zod";

const words = z
  .string()
  .default("")
  .transform((text) => text.split(/[\s,]+/).filter((word) => word !== ""));
const whole = (fallback: number, min = 0) => z.coerce.number().int().min(min).max(1_000_000_000).default(fallback);

const shape = {
  PORT: z.coerce.number().int().min(0).max(65535).default(4000),
  HOST: serviceEnv.HOST,
  METRICS_PORT: serviceEnv.METRICS_PORT,
  METRICS_HOST: serviceEnv.METRICS_HOST,
  DATABASE_URL: serviceEnv.DATABASE_URL,
  DATABASE_POOL: serviceEnv.DATABASE_POOL,
  DATABASE_WAIT_MS: serviceEnv.DATABASE_WAIT_MS,
  GATEWAY_SIGNING_KEY: serviceEnv.GATEWAY_SIGNING_KEY,
  LOG_LEVEL: serviceEnv.LOG_LEVEL,
  EVENT_LOOP_TIMEOUT_SECONDS: serviceEnv.EVENT_LOOP_TIMEOUT_SECONDS,
  ...telemetryEnv,
  ...samplingEnv,
  /** With `notable`, the gateway logs rejected requests, errors and mutations. With `all`, the gateway also logs successful queries. */
  ACCESS_LOG: z.enum(["notable", "all"]).default("notable"),
  /**
   * Names and URLs of the subgraphs, such as "discounts=http://127.0.0.1:4001/graphql, forms=…". "|" separates the replicas of a subgraph:
   * "forms=http://one/graphql|http://two/graphql". A name without a URL stands for a subgraph whose replicas are in the schema registry.
   */
  SUBGRAPHS: words
    .transform((entries, context) => entries.map((entry) => subgraph(entry, context)))
    .refine(
      (list) => new Set(list.map(({ name }) => name)).size === list.length,
      'must contain each subgraph name only once; for several replicas, write one entry and separate the URLs with "|"',
    ),
  /** NATS server with the schema registry. Without NATS, the gateway polls the URLs in SUBGRAPHS. */
  NATS_URL: serviceEnv.NATS_URL.optional(),
  /** File with a composed supergraph, which replaces the schema registry and polling. */
  SUPERGRAPH_FILE: z.string().min(1).optional(),
  SUPERGRAPH_CACHE: z.string().default(".data/supergraph.json"),
  /** Interval in milliseconds at which the gateway fetches the subgraphs' SDL. */
  SUPERGRAPH_POLL_MS: whole(5_000, 100),
  /** Number of links to each replica of a subgraph. 0 sends all requests over HTTP connections. */
  SUBGRAPH_LINKS: whole(1),
  /** Milliseconds after which open requests fail if a subgraph's process answers nothing, not even a liveness check. 0 = no limit. */
  SUBGRAPH_SILENCE_MS: whole(2_500),
  /** Interval in milliseconds at which the gateway reports the fields that API keys use. 0 turns the counting off. */
  FIELD_USAGE_INTERVAL_MS: whole(300_000),
  /** Executor of query plans: the gateway's own executor, or the executor of `@apollo/gateway`. */
  GATEWAY_ENGINE: z.enum(["compiled", "apollo"]).default("compiled"),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  CORS_ORIGINS: words.refine(
    (origins) => origins.every(isOrigin),
    "must be a comma-separated list of origins like https://shop.example or http://localhost:3000; paths and wildcards are not allowed",
  ),
  /** Addresses or subnets of the proxies whose X-Forwarded-For the gateway trusts, or the names loopback, linklocal, uniquelocal. */
  TRUSTED_PROXIES: words.refine(
    areSubnets,
    "must be a comma-separated list; each entry is an IP address, a subnet, or one of the names loopback, linklocal and uniquelocal",
  ),
  /** Maximum number of requests per minute from one address. 0 disables the limit. */
  RATE_LIMIT_PER_IP: whole(200),
  /** Maximum number of requests per minute with one key. 0 disables the limit. */
  RATE_LIMIT_PER_KEY: whole(600),
  /** Maximum number of 401 responses per minute to requests with one key. 0 disables the limit. */
  RATE_LIMIT_FAILED_KEY: whole(60),
  /** Maximum requests per minute from an address to proxied paths, except static files. */
  RATE_LIMIT_PUBLIC: whole(600),
  /** Maximum number and total bytes of concurrent request bodies from one address without an API key. 0 disables a limit. */
  MAX_BODIES_PER_ADDRESS: whole(32),
  MAX_BODY_BYTES_PER_ADDRESS: whole(8 * 1024 * 1024),
  /** Timeout in milliseconds for the body of a request without a key. Each 32 KiB of the body extends the timeout by about 1 s. */
  BODY_TIMEOUT_MS: whole(10_000, 100),
  /** Maximum number of concurrent ingest requests per workspace. 0 disables the limit. */
  MAX_INGEST_REQUESTS_PER_WORKSPACE: whole(64),
  /** Maximum depth, tokens and aliases of one GraphQL operation. */
  MAX_DEPTH: whole(12, 1),
  MAX_TOKENS: whole(2_000, 1),
  MAX_ALIASES: whole(15, 1),
  /** Maximum nesting of brackets in a GraphQL document. */
  MAX_NESTING: whole(64, 1),
  /**
   * Maximum number of pairs that GraphQL validation has to compare. A pair is two selections with the same response key, or two fragments.
   */
  MAX_OVERLAPS: whole(5_000, 1),
  /** Maximum number of list items and input fields in a request's variables. */
  MAX_INPUT_MEMBERS: whole(10_000, 1),
  MAX_COST: whole(50_000, 1),
  MAX_ERRORS: whole(50, 1),
  MAX_BODY_BYTES: whole(1024 * 1024, 1),
};

export function gatewayEnv(source: NodeJS.ProcessEnv) {
  return readEnv(shape, source);
}

/** Reads the settings of the schema check, which runs without a gateway. */
export function schemaCheckEnv(source: NodeJS.ProcessEnv) {
  const { SUBGRAPHS, SUPERGRAPH_CACHE, DATABASE_URL } = shape;
  return readEnv({ SUBGRAPHS, SUPERGRAPH_CACHE, DATABASE_URL: DATABASE_URL.optional() }, source);
}

export type GatewayEnv = ReturnType<typeof gatewayEnv>;

function subgraph(entry: string, context: z.RefinementCtx): { name: string; url: string | undefined } {
  const [, name = "", url] = /^([a-z][a-z0-9-]*)(?:=(https?:\/\/.+))?$/.exec(entry) ?? [];
  if (name === "" || !(url?.split("|") ?? []).every((replica) => URL.canParse(replica)))
    context.addIssue({
      code: "custom",
      message: `must be a comma-separated list of entries like "discounts=http://127.0.0.1:4001/graphql" or "discounts"`,
    });
  return { name, url };
}

function areSubnets(list: string[]): boolean {
  try {
    proxyAddress.compile(list);
    return true;
  } catch {
    return false;
  }
}
