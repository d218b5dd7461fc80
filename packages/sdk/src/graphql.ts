import type { ResponseError } from "./errors.js";
import { apiError, type Http, readJson } from "./http.js";
import type { CallOptions, DryRun, Warning } from "./types.js";

export interface GraphqlRequest extends CallOptions {
  document: string;
  variables: Readonly<Record<string, unknown>>;
  headers: Record<string, string>;
}

export interface GraphqlAnswer {
  data: Readonly<Record<string, unknown>>;
  extensions: { dryRun?: { mutations: DryRun[] }; warnings?: Warning[] };
}

interface Body extends Partial<Pick<GraphqlAnswer, "extensions">> {
  data?: GraphqlAnswer["data"] | null;
  errors?: readonly ResponseError[];
}

/**
 * Sends a GraphQL document with the header `authorization`. Throws ApiError if the response has errors, even if the response also has data.
 */
export function sendGraphql(
  http: Http,
  authorization: string,
  { document, variables, headers, ...options }: GraphqlRequest,
): Promise<GraphqlAnswer> {
  const body = JSON.stringify({ query: document, variables });
  const all = { "content-type": "application/json", accept: "application/json", ...headers, authorization };
  return http({ method: "POST", path: "/graphql/v1", headers: all, body }, options, async (response) => {
    const { data, errors = [], extensions = {} } = await readJson<Body>(response);
    // Does not repeat a mutation that the API has applied, because the API returns a new secret, for example an API key, only once.
    const isApplied = "idempotency-key" in headers && Object.values(data ?? {}).some((value) => value !== null);
    if (errors.length > 0 || !data) throw apiError(response, errors, data, isApplied);
    return { data, extensions };
  });
}
