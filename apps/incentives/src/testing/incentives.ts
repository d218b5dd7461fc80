import { connectionRemoved } from "@offergraph/shared/contracts/events/discounts";
import { newId } from "@offergraph/shared/time/ids";
import { type Client, type Fixture, pathsOf, type UserError } from "./fixture.js";
import type { OtherServicesFixture } from "./other-services.js";

export const incentiveFields = `rowId workspaceId createdAt updatedAt name description formId form { rowId } audience tier status icon iconColor
  limitCount limitPeriod minTrustScore requiresVerifiedCustomer problems { code severity message ruleId discountCodeId connectionId } rules { rowId kindSlug outcome discountCodeId discountCode { rowId } connectionId terms }`;

export interface Rule {
  rowId: string;
  kindSlug: string;
  outcome: string;
  discountCodeId: string | null;
  connectionId: string | null;
  terms: object;
}

export interface Incentive {
  rowId: string;
  updatedAt: string;
  status: string;
  rules: Rule[];
  [field: string]: unknown;
}

export interface IncentiveAnswer {
  incentive: Incentive | null;
  deletedId: string | null;
  userErrors: UserError[];
}

export async function mutate(client: Client, operation: string, input: object, idempotencyKey?: string): Promise<IncentiveAnswer> {
  const type = `${operation.replace(/(^|_)([a-z])/g, (_all, _separator, letter: string) => letter.toUpperCase())}Input`;
  const selection = operation === "delete_incentive" ? "deletedId" : `incentive { ${incentiveFields} }`;
  const mutation = `mutation ($input: ${type}!) { answer: ${operation}(input: $input) { ${selection} userErrors { field code message } } }`;
  return (await client.data<{ answer: IncentiveAnswer }>(mutation, { input }, idempotencyKey)).answer;
}

/** Returns a mutation's incentive, or throws on `userErrors`. */
export async function done(answer: Promise<IncentiveAnswer>): Promise<Incentive> {
  const { incentive, userErrors } = await answer;
  if (!incentive) throw new Error(JSON.stringify(userErrors));
  return incentive;
}

/** Returns a mutation's `userErrors` as "path CODE". */
export async function faultsOf(answer: Promise<IncentiveAnswer>): Promise<string[]> {
  const { incentive, deletedId, userErrors } = await answer;
  if (incentive || deletedId) throw new Error("The mutation was not rejected.");
  return pathsOf(userErrors);
}

/** A rule without a discount code and without a connection. */
export const labelRule = (outcome = "COMPLETE", public_label: string | null = null) => ({
  kind_slug: "metadata",
  outcome,
  terms: { fields: { vip: true }, public_label },
});

export const create = (client: Client, input: object = {}) => done(mutate(client, "create_incentive", { name: "A reward", ...input }));

export const update = (client: Client, incentiveId: unknown, input: object) =>
  done(mutate(client, "update_incentive", { incentiveId, ...input }));

export async function createActive(fixture: Fixture, client: Client, input: object = {}): Promise<Incentive> {
  const { rowId } = await create(client, { formId: await addForm(fixture, client), rules: [labelRule()], ...input });
  return update(client, rowId, { status: "ACTIVE" });
}

export async function getIncentive(client: Client, id: string): Promise<Incentive | null> {
  return (await client.data<{ one: Incentive | null }>(`query ($id: UUID!) { one: get_incentive(id: $id) { ${incentiveFields} } }`, { id }))
    .one;
}

export async function addForm(
  fixture: Fixture,
  client: Client,
  columns: { form_slug?: string; title?: string; is_deleted?: boolean } = {},
) {
  const rowId = newId();
  const { form_slug = `form-${rowId}`, title = "A form", is_deleted = false } = columns;
  await fixture.admin.query(
    "INSERT INTO form_references (row_id, workspace_id, updated_at, form_slug, title, is_deleted) VALUES ($1, $2, $6, $3, $4, $5)",
    [rowId, client.workspaceId, form_slug, title, is_deleted, fixture.clock.now()],
  );
  return rowId;
}

/** Marks the replica of a form as deleted, without an event. */
export const deleteForm = (fixture: Fixture, formId: unknown) =>
  fixture.admin.query("UPDATE form_references SET is_deleted = true WHERE row_id = $1", [formId]);

export async function addConnection(fixture: Fixture, client: Client, provider: "http" | "manual" = "http"): Promise<string> {
  const rowId = newId();
  await fixture.admin.query(
    "INSERT INTO connection_references (row_id, workspace_id, slug, name, provider) VALUES ($1, $2, 's', 'S', $3)",
    [rowId, client.workspaceId, provider],
  );
  return rowId;
}

/** Emits the deletion of the first rule's connection. */
export const removeConnection = (fixture: Pick<OtherServicesFixture, "emitEvent">, client: Client, { rules }: Incentive) => {
  const rowId = rules[0]?.connectionId ?? "";
  return fixture.emitEvent(connectionRemoved, client.workspaceId, rowId, { rowId, slug: "s", name: "S" });
};

/** Inserts the replica of a discount code. By default, the code is ACTIVE and placed on a store. */
export async function addDiscountCode(fixture: Fixture, client: Client, isDeleted = false, state: object = {}): Promise<string> {
  const rowId = newId();
  const usable = { status: "ACTIVE", is_exhausted: false, is_pool_empty: false, is_pool_low: false, is_placed: true, starts_at: null };
  const columns = { code: `code-${rowId.slice(-6)}`, ...usable, ...state };
  const names = Object.keys(columns);
  await fixture.admin.query(
    `INSERT INTO discount_code_references (row_id, workspace_id, updated_at, is_deleted, ${names.join(", ")})
     VALUES ($1, $2, '2026-01-01T00:00:00Z', $3, ${names.map((_, index) => `$${index + 4}`).join(", ")})`,
    [rowId, client.workspaceId, isDeleted, ...Object.values(columns)],
  );
  return rowId;
}
