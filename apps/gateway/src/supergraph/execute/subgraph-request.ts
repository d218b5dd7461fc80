import { isObject } from "@offergraph/shared/json/exact-json";
import { traceparentHeader } from "@offergraph/shared/telemetry/trace";
import { withSpan } from "@offergraph/shared/telemetry/tracing";
import type { SubgraphReply } from "../connections/response-reader.js";
import type { SubgraphClient, SubgraphRequest } from "../subgraph-client.js";
import { failFetch, type Targets } from "./failures.js";
import type { CompiledFetch } from "./fetch.js";
import type { JsonObject, Run } from "./run.js";

export interface Reply {
  readonly data: JsonObject | undefined;
  readonly errors: readonly unknown[];
}

/** Returns the body of a subgraph request. `representations` contains the representations of the entities as JSON texts. */
export function requestBody(fetch: CompiledFetch, run: Pick<Run, "variables">, representations: Iterable<string> | undefined): string {
  let variables = "";
  for (const name of fetch.variableNames) {
    const value = run.variables[name];
    if (value !== undefined) variables += `${variables === "" ? "" : ","}${JSON.stringify(name)}:${JSON.stringify(value)}`;
  }
  if (representations) variables += `${variables === "" ? "" : ","}"representations":[${[...representations].join(",")}]`;
  return `${fetch.prefix}{${variables}}}`;
}

/** Sends a subgraph request. If no response arrives, records the failure and returns undefined. */
export async function sendRequest(fetch: CompiledFetch, body: string, run: Run, targets: Targets): Promise<SubgraphReply | undefined> {
  try {
    if (!fetch.client) throw new Error("No replica of this subgraph is known");
    const signed = run.request.sign?.(fetch.subgraph, body, fetch.isMutation);
    const headers = signed ? [...run.headers, ...signed] : run.headers;
    const disconnection = fetch.isMutation ? undefined : run.request.disconnection;
    const request = { body, headers, isRepeatable: !fetch.isMutation, disconnection };
    if (run.request.traceparent !== undefined) return await sendTraced(fetch.client, fetch.subgraph, request, run.request.traceparent);
    return await fetch.client.send(request);
  } catch (error) {
    failFetch(fetch, run, targets, error);
    return undefined;
  }
}

/** Sends a request and records a span for the request. The request's `traceparent` header contains the id of this span. */
function sendTraced(client: SubgraphClient, subgraph: string, request: SubgraphRequest, traceparent: string): Promise<SubgraphReply> {
  return withSpan("client", `subgraph ${subgraph}`, traceparent, (own = traceparent) => {
    const headers = request.headers.map((text, index, all) => (index % 2 === 1 && all[index - 1] === traceparentHeader ? own : text));
    return client.send({ ...request, headers });
  });
}

/** Parses a response. If the response is not valid GraphQL, records the failure and returns undefined. */
export function readReply(fetch: CompiledFetch, reply: SubgraphReply, run: Run, targets: Targets): Reply | undefined {
  try {
    if (reply.status >= 500) throw new Error(`HTTP status ${reply.status}`);
    const answer: unknown = JSON.parse(reply.body.toString());
    const { data, errors, extensions } = isObject(answer) ? answer : {};
    if (isObject(extensions)) takeExtensions(extensions, fetch, run);
    if (!Array.isArray(errors) && !isObject(data)) throw new Error("Response has neither data nor errors");
    return { data: isObject(data) ? data : undefined, errors: Array.isArray(errors) ? errors : [] };
  } catch (error) {
    failFetch(fetch, run, targets, error);
    return undefined;
  }
}

function takeExtensions({ dryRun, warnings }: JsonObject, fetch: CompiledFetch, { request, dryRunReports, warnings: found }: Run): void {
  const reports = isObject(dryRun) && Array.isArray(dryRun.mutations) ? dryRun.mutations : [];
  if (request.isDryRun && fetch.isMutation) dryRunReports.push(...reports);
  if (Array.isArray(warnings)) found.push(...warnings);
}
