import { type SubgraphClient, subgraphClient } from "@offergraph/testkit/subgraph";
import type { Client, Fixture, UserError } from "./fixture.js";

export interface Connection {
  rowId: string;
  [field: string]: unknown;
}

/** Payload fields of all connection mutations. */
export interface ConnectionAnswer {
  connection?: Connection | null;
  secret?: string | null;
  deletedId?: string | null;
  verification?: Record<string, unknown> | null;
  userErrors: UserError[];
}

const connection = "connection { rowId slug name provider endpoint isTest createdAt updatedAt }";
const mutations = {
  create_connection: ["CreateConnectionInput", `${connection} secret`],
  update_connection: ["UpdateConnectionInput", connection],
  rotate_connection_secret: ["RotateConnectionSecretInput", `${connection} secret`],
  delete_connection: ["DeleteConnectionInput", "deletedId"],
  verify_connection: ["VerifyConnectionInput", "verification { connectionId checkedAt reachable status latencyMs problem }"],
} as const;

/** Returns a client with the access level ADMIN. If `isTest` is true, the client's API key belongs to a test workspace. */
export function adminOf({ running, clock }: Fixture, { workspaceId }: Client, isTest = false): SubgraphClient {
  const now = () => new Date(clock.now().getTime() + 10 * 365 * 86_400_000);
  const principal = isTest ? { isTest: true as const } : {};
  return subgraphClient({ url: running.url, service: "discounts", workspaceId, level: "ADMIN", principal, now });
}

export async function mutateConnection(
  admin: SubgraphClient,
  operation: keyof typeof mutations,
  input: object,
  idempotencyKey?: string,
): Promise<ConnectionAnswer> {
  const [type, payload] = mutations[operation];
  const document = `mutation ($input: ${type}!) { answer: ${operation}(input: $input) { ${payload} userErrors { field code message } } }`;
  const options = { variables: { input }, ...(idempotencyKey && { idempotencyKey }) };
  return (await admin.data<{ answer: ConnectionAnswer }>(document, options)).answer;
}
