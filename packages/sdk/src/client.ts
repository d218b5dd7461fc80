import { documentOf, type Fields } from "./document.js";
import { OffergraphError } from "./errors.js";
import type { Operations } from "./generated/operations.js";
import type { UserError } from "./generated/schema.js";
import { type GraphqlRequest, sendGraphql } from "./graphql.js";
import { bearer, type ClientOptions, createHttp } from "./http.js";
import { newId } from "./new-id.js";
import { pagesOf } from "./pages.js";
import { type Operation, readTable } from "./table.js";
import type { CallOptions, MutationResult, Page } from "./types.js";

export interface OffergraphOptions extends ClientOptions {
  /** A secret key (`sk_live_…`). Never use the key in a web page. */
  key: string;
}

export interface Offergraph extends Operations {
  /**
   * Sends your own GraphQL document, and returns the `data` of the response. Without `idempotencyKey`, the client sends a mutation only
   * once. Throws ApiError if the response has errors.
   */
  graphql<Data = Record<string, unknown>>(
    document: string,
    variables?: Readonly<Record<string, unknown>>,
    options?: CallOptions & { idempotencyKey?: string },
  ): Promise<Data>;
}

interface AnyOptions extends CallOptions {
  fields?: Fields;
  totalCount?: boolean;
  idempotencyKey?: string;
  dryRun?: boolean;
}
type Args = Readonly<Record<string, unknown>>;
type Payload = Readonly<Record<string, unknown>> & { userErrors: readonly UserError[] };

/** Creates a client of the Offergraph API. */
export function createClient({ key, ...options }: OffergraphOptions): Offergraph {
  const http = createHttp(options);
  const authorization = bearer(key);
  const send = (request: GraphqlRequest) => sendGraphql(http, authorization, request);
  const methods = [...readTable()].map(([name, operation]) => {
    if (operation.kind === "+") return [name, (args?: Args, own?: AnyOptions) => pagesOf((page) => list(operation, page, own), args)];
    return [name, (args?: Args, own?: AnyOptions) => (operation.kind === "!" ? mutate : query)(operation, args, own)];
  });

  const call = (operation: Operation, args: Args = {}, { fields, totalCount, dryRun, idempotencyKey, ...rest }: AnyOptions = {}) => {
    const variables = Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));
    const headers = {
      ...(operation.kind === "!" && { "idempotency-key": idempotencyKey ?? newId() }),
      ...(dryRun && { "dry-run": "true" }),
    };
    const document = documentOf(operation, Object.keys(variables), fields, totalCount);
    return send({ ...rest, document, variables, headers });
  };

  const query = async (operation: Operation, args?: Args, own?: AnyOptions): Promise<unknown> => {
    const value = (await call(operation, args, own)).data[operation.name] ?? null;
    // A list is null only in a response with errors, for which `call` throws an error.
    return operation.kind === "*" ? (value ?? []) : value;
  };

  const list = async (operation: Operation, args: Args, own?: AnyOptions): Promise<Page<unknown>> =>
    (await query(operation, args, own)) as Page<unknown>;

  const mutate = async (operation: Operation, given: Args = {}, own?: AnyOptions): Promise<MutationResult<unknown>> => {
    const takesInput = operation.arguments.size === 1 && operation.arguments.has("input");
    const { data, extensions } = await call(operation, takesInput ? { input: given } : given, own);
    const { userErrors, ...payload } = data[operation.name] as Payload;
    if (own?.dryRun && !extensions.dryRun)
      throw new OffergraphError("DRY_RUN_NOT_SUPPORTED", `The API does not support dry runs and has executed ${operation.name}.`);
    const report = extensions.dryRun?.mutations[0];
    const dryRun = report && { dryRun: report };
    const [first, ...others] = userErrors;
    if (first) return { ok: false, data: null, userErrors: [first, ...others], ...dryRun };
    return { ok: true, data: payload, userErrors: [], warnings: extensions.warnings ?? [], ...dryRun };
  };

  const graphql = async (document: string, variables: Args = {}, { idempotencyKey, dryRun, ...rest }: AnyOptions = {}) => {
    if (dryRun) throw new OffergraphError("DRY_RUN_NOT_SUPPORTED", "`graphql` has no dry runs. Call the method of the mutation instead.");
    // The pattern also matches a query with the word `mutation` in a string, which the client then repeats only with an idempotency key.
    const repeats = idempotencyKey !== undefined || !/\bmutation\b/.test(document);
    const headers: Record<string, string> = idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey };
    return (await send({ ...rest, ...(!repeats && { maxRetries: 0 }), document, variables, headers })).data;
  };

  return { ...Object.fromEntries(methods), graphql } as Offergraph;
}
