import type { ReplicaLookups } from "@offergraph/service/replicas/resolve";
import { addLookUpError, type LookUp } from "@offergraph/shared/errors/look-up-error";
import pLimit from "p-limit";
import type { Kind } from "./kind.js";
import type { Received } from "./record.js";

/** Looks up the connections and partners of records. Adds a violation for each missing, unknown or forbidden reference. */
export type Resolve<Sent> = (records: readonly Received<Sent>[]) => Promise<void>;

type KindRefs<Sent> = Pick<Kind<Sent>, "hasConnection" | "partnerOf">;
type FindEach<Row> = (keys: readonly string[]) => Promise<ReadonlyMap<string, LookUp<Row>>>;

const maxCached = 1_000;
/** Maximum number of concurrent lookups, because each lookup takes a database connection. */
const maxAtOnce = 8;

/** Creates a resolver for one request. `ownConnectionId` is the connection to which the API key is limited. */
export function resolver<Sent>(
  kind: KindRefs<Sent>,
  references: Pick<ReplicaLookups, "findConnection" | "findPartner">,
  ownConnectionId: string | undefined,
): Resolve<Sent> {
  const connections = findEach((id) => references.findConnection(id));
  const partners = findEach((key) => references.findPartner(JSON.parse(key)));
  return async (records) => {
    for (const record of records) resolveConnection(kind, record, ownConnectionId);
    const foreign = records.filter(({ connectionId, sent }) => sent && connectionId !== null && connectionId !== ownConnectionId);
    const found = await connections(foreign.flatMap(({ connectionId }) => connectionId ?? []));
    for (const { connectionId, violations } of foreign) {
      const { fault } = found.get(connectionId ?? "") ?? {};
      if (fault) addLookUpError(violations, ["connectionId"], fault, "connection");
    }
    await resolvePartners(kind, records, partners);
  };
}

function resolveConnection<Sent>({ hasConnection }: KindRefs<Sent>, record: Received<Sent>, own: string | undefined): void {
  const { connectionId, sent, violations } = record;
  if (!sent || violations.has(["connectionId"])) return;
  if (own !== undefined && connectionId !== null && connectionId !== own)
    violations.add(["connectionId"], "INVALID", "The key is limited to another connection. Omit connectionId, or use another key.");
  else if (own === undefined && connectionId === null && hasConnection)
    violations.add(["connectionId"], "REQUIRED", "connectionId is required, because the key is not limited to one connection.");
  record.connectionId = own ?? connectionId;
}

async function resolvePartners<Sent>(
  { partnerOf }: KindRefs<Sent>,
  records: readonly Received<Sent>[],
  partners: FindEach<{ rowId: string }>,
): Promise<void> {
  const named = records.flatMap((record) => {
    const ref = (record.sent && partnerOf?.(record.sent)) ?? null;
    return ref === null || record.violations.has(["partner"]) ? [] : [{ record, key: JSON.stringify(ref) }];
  });
  const found = await partners(named.map(({ key }) => key));
  for (const { record, key } of named) {
    const { row, fault } = found.get(key) ?? {};
    if (fault) addLookUpError(record.violations, ["partner"], fault, "partner");
    record.partnerId = row?.rowId ?? null;
  }
}

/** Creates a function that looks up each distinct key once and caches the results. */
export function findEach<Row>(find: (key: string) => Promise<LookUp<Row>>): FindEach<Row> {
  const cached = new Map<string, LookUp<Row>>();
  const limit = pLimit(maxAtOnce);
  return async (keys) => {
    const looked = [...new Set(keys)].map(async (key) => [key, cached.get(key) ?? (await limit(find, key))] as const);
    const found = new Map(await Promise.all(looked));
    for (const [key, one] of found) {
      // Does not cache UNAVAILABLE, because the service may respond to the next batch.
      if (one.fault === "UNAVAILABLE") continue;
      if (cached.size >= maxCached) cached.clear();
      cached.set(key, one);
    }
    return found;
  };
}
