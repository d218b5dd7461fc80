import type { McpContext } from "../mcp/context.js";
import { serveMcp } from "../mcp/serve.js";
import { authorizeIngest, limitIngest, validateIngest } from "../proxy/admit-ingest.js";
import type { IngestContext, PublicContext } from "../proxy/context.js";
import { proxyRequest } from "../proxy/proxy-request.js";
import { readPublicRequest } from "../proxy/public-body.js";
import { respondPublic } from "../proxy/respond-public.js";
import { limitAddress, limitFailures, limitKey, limitPublic, requestId, stripReservedHeaders } from "./admission.js";
import { authenticate, limitFailedAttempts, noteKeyUse, readKey } from "./authenticate.js";
import { refuseDryRun } from "./dry-run.js";
import { logOperation } from "./execute.js";
import { execution } from "./execution.js";
import { type GraphqlContext, readOperation, respondGraphql } from "./graphql.js";
import type { Middleware } from "./run.js";

const checkKey = [readKey, limitFailedAttempts, authenticate, limitKey, noteKeyUse] as const;
const admission = [stripReservedHeaders, requestId, limitAddress, ...checkKey] as const;

/** Pipeline of GraphQL requests (docs/request-path.md). */
export const operationPipeline: readonly Middleware<GraphqlContext>[] = [
  ...admission,
  readOperation,
  ...execution,
  respondGraphql,
  logOperation,
];

/** Pipeline of MCP requests. For a message that needs an operation, such as a tool call, serveMcp runs the steps of `execution`. */
export const mcpPipeline: readonly Middleware<McpContext>[] = [...admission, serveMcp, logOperation];

/** Pipeline of proxied requests without an API key. */
export const publicPipeline: readonly Middleware<PublicContext>[] = [
  stripReservedHeaders,
  requestId,
  limitPublic,
  limitFailures,
  refuseDryRun,
  readPublicRequest,
  respondPublic,
];

/** Pipeline of proxied ingest requests, which require an API key. */
export const ingestPipeline: readonly Middleware<IngestContext>[] = [
  stripReservedHeaders,
  requestId,
  limitPublic,
  ...checkKey,
  authorizeIngest,
  refuseDryRun,
  validateIngest,
  limitIngest,
  proxyRequest,
];
