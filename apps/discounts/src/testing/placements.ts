import { type Code, codeFields } from "./codes.js";
import type { Client, Fixture, UserError } from "./fixture.js";

export interface Placement {
  placementId: string;
  connectionId: string;
  [field: string]: unknown;
}

export interface Target {
  kind: string;
  externalRef: string;
  title?: string | null;
}

/** Payload fields of all placement mutations. */
export interface PlacementAnswer {
  placement?: Placement | null;
  deletedId?: string | null;
  discountCodes?: Code[] | null;
  userErrors: UserError[];
}

export const placementFields = `placementId createdAt updatedAt discountCodeId discountCode { updatedAt } connectionId child
  targets { kind externalRef title placementId } syncStatus syncedAt lastError`;

const placement = `placement { ${placementFields} }`;
const mutations = {
  add_discount_placements: ["AddDiscountPlacementsInput", placement],
  remove_discount_placement: ["RemoveDiscountPlacementInput", "deletedId"],
  resync_discount_placement: ["ResyncDiscountPlacementInput", placement],
  set_placement_targets: ["SetPlacementTargetsInput", placement],
  bulk_sync_discount_codes: ["BulkSyncDiscountCodesInput", `discountCodes { ${codeFields} }`],
} as const;

export async function mutatePlacement(
  client: Client,
  operation: keyof typeof mutations,
  input: object,
  idempotencyKey?: string,
): Promise<PlacementAnswer> {
  const [type, payload] = mutations[operation];
  const document = `mutation ($input: ${type}!) { answer: ${operation}(input: $input) { ${payload} userErrors { field code message } } }`;
  return (await client.data<{ answer: PlacementAnswer }>(document, { input }, idempotencyKey)).answer;
}

export async function place(client: Client, discountCodeId: unknown, connectionId: string, child?: object): Promise<Placement> {
  const { placement: placed, userErrors } = await mutatePlacement(client, "add_discount_placements", {
    discountCodeId,
    connectionId,
    child,
  });
  if (!placed) throw new Error(JSON.stringify(userErrors));
  return placed;
}

export async function placementsOf(client: Client, discountCodeId: unknown): Promise<Placement[]> {
  const query = `query ($ref: Ref!) { answer: get_discount_placements_by_code(discountCodeId: $ref) { ${placementFields} } }`;
  return (await client.data<{ answer: Placement[] }>(query, { ref: discountCodeId })).answer;
}

export async function targetsOf(client: Client, discountCodeId: unknown): Promise<Target[]> {
  const query = `query ($ref: Ref!) {
    answer: get_discount_placement_targets(discountCodeId: $ref) { kind externalRef title placementId } }`;
  return (await client.data<{ answer: Target[] }>(query, { ref: discountCodeId })).answer;
}

/** Marks all pushed placements of a workspace as SYNCED or, if `lastError` is set, as FAILED. */
export async function markPushed({ admin, clock }: Fixture, { workspaceId }: Client, lastError: string | null = null): Promise<void> {
  await admin.query(
    "UPDATE placements SET sync_status = $2, last_error = $3, synced_at = $4 WHERE workspace_id = $1 AND sync_status <> 3",
    [workspaceId, lastError === null ? 1 : 2, lastError, clock.now()],
  );
}

/** Returns `sync_version` by placement id. A new version means that the placement needs a push. */
export async function syncVersions({ admin }: Fixture, { workspaceId }: Client): Promise<Record<string, number>> {
  const { rows } = await admin.query("SELECT row_id, sync_version FROM placements WHERE workspace_id = $1", [workspaceId]);
  return Object.fromEntries(rows.map(({ row_id, sync_version }) => [row_id, sync_version]));
}
