import { type DryRunExtension, dryRunHeader } from "@offergraph/shared/access/dry-run";
import { type AccessLevel, graphqlRequest, type Principal, principalHeader, principalSigner } from "@offergraph/shared/access/principal";
import type { Warning } from "@offergraph/shared/errors/warning";
import { newId } from "@offergraph/shared/time/ids";

export const testSigningKey = "a signing key of the tests, long enough";

/** The HTTP response of a subgraph. */
export interface SubgraphAnswer<Data> {
  status: number;
  /** The value of the header `x-offergraph-errors`. */
  errorCount: number;
  text: string;
  data?: Data | null;
  errors?: { message: string; path?: (string | number)[]; extensions: { code: string; [detail: string]: unknown } }[];
  extensions?: { dryRun?: DryRunExtension; warnings?: Warning[] };
}

export interface CallOptions {
  variables?: Record<string, unknown>;
  operationName?: string;
  idempotencyKey?: string;
  /** If true, the request is a dry run. */
  dryRun?: boolean;
  /** Additional headers. A header with the value undefined is not sent, even `x-offergraph-principal`. */
  headers?: Record<string, string | undefined>;
}

/** A client of a subgraph, which signs a principal like the gateway. */
export interface SubgraphClient {
  readonly workspaceId: string;
  readonly keyId: string;
  readonly memberId: string;
  call<Data = Record<string, unknown>>(query: string, options?: CallOptions): Promise<SubgraphAnswer<Data>>;
  /** Returns the field `data` of the response. Throws an Error if the response has errors. */
  data<Data = Record<string, unknown>>(query: string, options?: CallOptions): Promise<Data>;
  /**
   * Returns entities by id, with the same query as the gateway. The parameter `selection` is a GraphQL selection, for example "rowId name".
   */
  entities<Entity>(type: string, ids: readonly string[], selection: string): Promise<(Entity | null)[]>;
}

export interface SubgraphClientSettings {
  /** The URL of the subgraph's GraphQL endpoint. */
  url: string;
  service: string;
  /** The workspace of the signed principal, by default a new workspace. */
  workspaceId?: string;
  /** The access level of the signed principal, by default WRITE. */
  level?: AccessLevel;
  /** Additional fields of the signed principal, for example `isSession`. */
  principal?: Partial<Principal>;
  /** The subgraph's clock, by default the system clock. */
  now?: () => Date;
}

export function subgraphClient({
  url,
  service,
  workspaceId = newId(),
  level = "WRITE",
  principal: more = {},
  now = () => new Date(),
}: SubgraphClientSettings): SubgraphClient {
  const signer = principalSigner(testSigningKey);
  const { keyId = newId(), memberId = newId() } = more;
  const call = async <Data>(
    query: string,
    { variables, operationName, idempotencyKey, dryRun = false, headers = {} }: CallOptions = {},
  ) => {
    const body = JSON.stringify({ query, variables, operationName });
    const principal = { workspaceId, level, requestId: newId(), ...more, memberId, keyId };
    const signed = signer.sign(principal, now().getTime(), graphqlRequest(service, body, dryRun));
    const own = { [principalHeader]: signed, "idempotency-key": idempotencyKey, [dryRunHeader]: dryRun ? "true" : undefined };
    const all = { "content-type": "application/json", ...own, ...headers };
    const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const response = await fetch(url, { method: "POST", headers: given, body });
    const text = await response.text();
    const answer = JSON.parse(text) as Pick<SubgraphAnswer<Data>, "data" | "errors" | "extensions">;
    return { status: response.status, errorCount: Number(response.headers.get("x-offergraph-errors")), text, ...answer };
  };
  const data = async <Data>(query: string, options?: CallOptions): Promise<Data> => {
    const answer = await call<Data>(query, options);
    if (answer.errors || !answer.data) throw new Error(answer.text);
    return answer.data;
  };
  const entities = async <Entity>(type: string, ids: readonly string[], selection: string) => {
    const query = `query ($all: [_Any!]!) { _entities(representations: $all) { ... on ${type} { ${selection} } } }`;
    const all = ids.map((rowId) => ({ __typename: type, rowId }));
    return (await data<{ _entities: (Entity | null)[] }>(query, { variables: { all } }))._entities;
  };
  return { workspaceId, keyId, memberId, call, data, entities };
}
