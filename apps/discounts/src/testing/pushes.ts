import type { Client, Fixture, UserError } from "./fixture.js";

export interface PlacedOn {
  placementId: string;
  connectionId: string;
  syncStatus: string;
  syncedAt: string | null;
  lastError: string | null;
}

export async function placementsOf(client: Client, id: string): Promise<PlacedOn[]> {
  const query =
    "query ($id: UUID!) { code: get_discount(id: $id) { placements { placementId connectionId syncStatus syncedAt lastError } } }";
  return (await client.data<{ code: { placements: PlacedOn[] } }>(query, { id })).code.placements;
}

export async function saveCode(client: Client, id: string, body: object): Promise<void> {
  const mutation =
    "mutation ($input: SaveDiscountCodeInput!) { answer: save_discount_code(input: $input) { userErrors { field code message } } }";
  const { answer } = await client.data<{ answer: { userErrors: UserError[] } }>(mutation, { input: { id, body } });
  if (answer.userErrors.length > 0) throw new Error(JSON.stringify(answer.userErrors));
}

export async function deleteCode(client: Client, id: string): Promise<void> {
  await client.data("mutation ($id: UUID!) { delete_discount_code(input: { id: $id }) { deletedId userErrors { code } } }", { id });
}

export interface Change {
  connectionId: string;
  discountCodeId: string;
  placementId: string | null;
  hash: string;
  payload: { type: string; data: Record<string, unknown> };
}

/** Reads the workspace's change records, oldest first. */
export async function changesOf({ admin }: Fixture, { workspaceId }: Client): Promise<Change[]> {
  const { rows } = await admin.query<Change>(
    `SELECT connection_id AS "connectionId", discount_code_id AS "discountCodeId", discount_placement_id AS "placementId",
       payload_hash AS hash, payload FROM discount_changes WHERE workspace_id = $1 ORDER BY row_id`,
    [workspaceId],
  );
  return rows;
}

export async function pushRowsOf({ admin }: Fixture, { workspaceId }: Client) {
  const { rows } = await admin.query("SELECT * FROM store_pushes WHERE workspace_id = $1 ORDER BY discount_code_id", [workspaceId]);
  return rows;
}
