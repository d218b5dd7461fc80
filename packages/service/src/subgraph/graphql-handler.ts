import { type DryRunExtension, dryRunHeader } from "@offergraph/shared/access/dry-run";
import { allows, graphqlRequest, type Principal, principalHeader, principalSigner } from "@offergraph/shared/access/principal";
import { PublicError } from "@offergraph/shared/errors/public-error";
import type { Warning } from "@offergraph/shared/errors/warning";
import { parseBody } from "@offergraph/shared/http/body";
import type { Metrics } from "@offergraph/shared/telemetry/metrics";
import { traceIdOf, traceparentHeader } from "@offergraph/shared/telemetry/trace";
import { endRequestSpan, startSpan } from "@offergraph/shared/telemetry/tracing";
import { shareOfPool } from "../db/pool.js";
import { DryRun } from "../tx/dry-run.js";
import { DryRunTurns } from "../tx/dry-run-turns.js";
import { type Reply, refusalOf, replyOf } from "./answer.js";
import { type Compiled, createCompiler } from "./compile.js";
import { createRequestBase, type RequestBase } from "./context.js";
import { asksForSdlOnly } from "./document.js";
import { buildServiceSchema } from "./schema.js";
import type { SubgraphOptions } from "./server.js";

/** GraphQL request that arrived over HTTP or over a link. */
export interface GraphqlRequest {
  /** Returns the value of a header. `name` is in lower case. */
  header(name: string): string | undefined;
  body(): Buffer | Promise<Buffer>;
}

const maxDryRuns = 2;

const isDryRun = ({ header }: GraphqlRequest): boolean => header(dryRunHeader) !== undefined;

/** Returns the field `extensions` of a response. Returns undefined if the response has no dry-run report and no warnings. */
function extensionsOf(dryRun: DryRun | undefined, warnings: readonly Warning[] = []) {
  if (!dryRun && warnings.length === 0) return undefined;
  const report: DryRunExtension | undefined = dryRun && { mutations: dryRun.mutations };
  return { ...(report && { dryRun: report }), ...(warnings.length > 0 && { warnings }) };
}

/** Creates the function that responds to GraphQL requests. The promise of the function never rejects. */
export function graphqlHandler<Context extends RequestBase>(options: SubgraphOptions<Context>, metrics: Metrics) {
  const { clock, database, log, findLaterWork } = options;
  const { schema, access } = buildServiceSchema(options.sdl, options.resolvers, options.database, options.idempotencyWaitMs);
  const compiler = createCompiler(schema, access);
  const signer = principalSigner(options.env.GATEWAY_SIGNING_KEY);
  const turns = new DryRunTurns(shareOfPool(options.env.DATABASE_POOL, maxDryRuns));

  const identify = (request: GraphqlRequest, body: Buffer, query: string): Principal | undefined => {
    const signed = request.header(principalHeader);
    if (signed === undefined && asksForSdlOnly(query)) return undefined;
    // Passes the value of the header Dry-Run, because the gateway's signature covers this header.
    return signer.verify(signed, clock.now().getTime(), graphqlRequest(options.name, body, isDryRun(request)));
  };
  const authorize = (principal: Principal | undefined, { level }: Compiled): void => {
    if (principal && !allows(principal.level, level))
      throw new PublicError(
        "access_level_insufficient",
        `This operation requires a key with access level ${level}; this key has ${principal.level}.`,
        { needed: level },
      );
  };
  const contextOf = (
    request: GraphqlRequest,
    principal: Principal,
    dryRun: DryRun | undefined,
    traceparent: string | undefined,
  ): Context => {
    const idempotencyKey = request.header("idempotency-key");
    return options.prepare(createRequestBase({ principal, database, log, clock, traceparent, idempotencyKey, dryRun }));
  };
  const logOf = (principal: Principal | undefined, traceparent: string | undefined) =>
    principal ? log.child({ requestId: principal.requestId, trace_id: traceIdOf(traceparent), workspaceId: principal.workspaceId }) : log;
  const runDry = ({ workspaceId }: Principal, dryRun: DryRun, execute: () => ReturnType<Compiled["executeInOrder"]>) =>
    turns.run(workspaceId, async () => {
      try {
        return await execute();
      } finally {
        await dryRun.end();
      }
    });

  return async (request: GraphqlRequest): Promise<Reply> => {
    const started = performance.now();
    const received = request.header(traceparentHeader);
    const span = startSpan("server", "graphql", received);
    const traceparent = span?.traceparent ?? received;
    let principal: Principal | undefined;
    let dryRun: DryRun | undefined;
    let label = "refused";
    let isOk = false;
    try {
      const body = await request.body();
      const { query, operationName, variables } = parseBody(body);
      principal = identify(request, body, query);
      const compiled = compiler.compile(query, operationName);
      authorize(principal, compiled);
      label = compiled.label;
      if (isDryRun(request) && compiled.isMutation) dryRun = new DryRun(findLaterWork);
      const context = principal && contextOf(request, principal, dryRun, traceparent);
      const result = await (principal && dryRun
        ? runDry(principal, dryRun, () => compiled.executeInOrder(context, variables))
        : compiled.execute(context, variables));
      const extensions = extensionsOf(dryRun, context?.warnings);
      const reply = replyOf(extensions ? { ...result, extensions } : result, context ?? options);
      isOk = reply.errors === 0;
      return reply;
    } catch (error) {
      return refusalOf(error, logOf(principal, traceparent));
    } finally {
      metrics.observeRequest(label, isOk ? "ok" : "error", (performance.now() - started) / 1000, span?.traceId);
      endRequestSpan(span, `graphql ${label}`, isOk ? "ok" : "error");
    }
  };
}
