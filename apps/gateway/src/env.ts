import { readEnv, serviceEnv } from "@offergraph/shared/env/read-env";
import { isOrigin } from "@offergraph/shared/schema/origin";
import proxyAddress from "proxy-addr";
import { z } from "zod";

const words = z
  .string()
  .default("")
  .transform((text) => text.split(/[\s,]+/).filter((word) => word !== ""));
const whole = (fallback: number, least = 0) => z.coerce.number().int().min(least).max(1_000_000_000).default(fallback);

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
  /** Which answered requests are logged; refusals, errors and mutations always are. */
  ACCESS_LOG: z.enum(["notable", "all"]).default("notable"),
  /** "discounts=http://127.0.0.1:4001/graphql, forms=…"; replicas of one with "|" between them: "forms=http://one/graphql|http://two/graphql" */
  SUBGRAPHS: words
    .transform((entries, context) => entries.map((entry) => subgraph(entry, context)))
    .refine(
      (list) => new Set(list.map(({ name }) => name)).size === list.length,
      'takes each name once, replicas with "|" between their addresses',
    ),
  /** A file that the last good supergraph is kept in. */
  SUPERGRAPH_CACHE: z.string().default(".data/supergraph.json"),
  /** How often the subgraphs are asked for their schema. */
  SUPERGRAPH_POLL_MS: whole(5_000, 100),
  /** Where the limits are counted when several gateways share them. */
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  /** The address that callers use. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Origins of browser pages that get CORS headers. */
  CORS_ORIGINS: words.refine(
    (origins) => origins.every(isOrigin),
    "takes origins: scheme, host and optional port, no path and no wildcard",
  ),
  /** Addresses or subnets whose X-Forwarded-For counts; loopback, linklocal and uniquelocal are names of such. */
  TRUSTED_PROXIES: words.refine(areSubnets, "takes addresses, subnets, or the names loopback, linklocal, uniquelocal"),
  /** Requests per minute; 0 = off. */
  RATE_LIMIT_PER_IP: whole(200),
  RATE_LIMIT_PER_KEY: whole(600),
  RATE_LIMIT_FAILED_KEY: whole(60),
  /** From one address, without a key: forms' pages, scripts and responses. */
  RATE_LIMIT_PUBLIC: whole(600),
  /** Bodies of requests without a key that may arrive at once from one address, and their bytes; 0 = off. */
  MAX_BODIES_PER_ADDRESS: whole(32),
  MAX_BODY_BYTES_PER_ADDRESS: whole(8 * 1024 * 1024),
  /** Time for such a body, in milliseconds; one that arrives at 32 KiB a second has more. */
  BODY_TIMEOUT_MS: whole(10_000, 100),
  /** Requests with records that one workspace may have under way at once; 0 = off. */
  MAX_DELIVERIES_PER_WORKSPACE: whole(64),
  /** How the schemas of MCP tools are written; plain is for clients that stumble over patternProperties. */
  MCP_SCHEMAS: z.enum(["compact", "plain"]).default("compact"),
  /** Guards on one operation (decisions.md 4). */
  MAX_DEPTH: whole(12, 1),
  MAX_TOKENS: whole(2_000, 1),
  MAX_ALIASES: whole(15, 1),
  /** Brackets open at one place of a document. */
  MAX_NESTING: whole(64, 1),
  /** Pairs of selections of one response key in one place. */
  MAX_OVERLAPS: whole(5_000, 1),
  /** List items and input fields in a request's variables. */
  MAX_INPUT_MEMBERS: whole(10_000, 1),
  MAX_COST: whole(50_000, 1),
  MAX_ERRORS: whole(50, 1),
  MAX_BODY_BYTES: whole(1024 * 1024, 1),
};

/** The gateway's settings, read and checked; throws an Error that lists every finding. */
export function gatewayEnv(source: NodeJS.ProcessEnv) {
  return readEnv(shape, source);
}

export type GatewayEnv = ReturnType<typeof gatewayEnv>;

function subgraph(entry: string, context: z.RefinementCtx): { name: string; url: string } {
  const [, name = "", url = ""] = /^([a-z][a-z0-9-]*)=(https?:\/\/.+)$/.exec(entry) ?? [];
  if (!url.split("|").every((replica) => URL.canParse(replica)))
    context.addIssue({ code: "custom", message: `takes entries like "discounts=http://127.0.0.1:4001/graphql"` });
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
