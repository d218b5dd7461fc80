import { pendingEvent } from "@offergraph/service/outbox/add";
import type { CloudEvent } from "@offergraph/shared/contracts/cloud-event";
import { grantCodeIssued, grantCodeRejected } from "@offergraph/shared/contracts/events/discounts";
import { formResponseAbandoned, formResponseCompleted, formResponseSkipped } from "@offergraph/shared/contracts/events/forms";
import { newId } from "@offergraph/shared/time/ids";
import { type ResponseEvent as Response, responseOf } from "@offergraph/testkit/responses";
import { grantStates } from "../domain/ordinals.js";
import type { GrantState } from "../generated/types.js";
import type { Client, Fixture } from "./fixture.js";
import { addConnection, addDiscountCode, createActive, type Incentive } from "./incentives.js";
import type { OtherServicesFixture } from "./other-services.js";

export const creditRule = (connection_id: string, amount_minor = 500) => ({
  kind_slug: "billing_credit",
  outcome: "COMPLETE",
  connection_id,
  terms: { amount_minor, currency: "eur", expires_in_days: 30 },
});
export const entitlementRule = (terms: object = {}) => ({
  kind_slug: "entitlement",
  outcome: "COMPLETE",
  terms: { lookup_key: "seats", limit: 3, ...terms },
});
export const discountRule = (discount_code_id: string, terms?: object) => ({
  kind_slug: "discount",
  outcome: "COMPLETE",
  discount_code_id,
  ...(terms && { terms }),
});

export async function createDiscounting(fixture: Fixture, client: Client, input: object = {}, terms?: object): Promise<Incentive> {
  return createActive(fixture, client, { rules: [discountRule(await addDiscountCode(fixture, client), terms)], ...input });
}

export async function createCrediting(fixture: Fixture, client: Client, input: object = {}): Promise<Incentive> {
  return createActive(fixture, client, { rules: [creditRule(await addConnection(fixture, client))], ...input });
}

/** Returns a completed response of a new customer to the incentive's form. */
export function answerOf(fixture: Fixture, incentive: Incentive, changes: Partial<Response> = {}): Response {
  return responseOf({
    formId: String(incentive.formId),
    completedAt: fixture.clock.now().toISOString(),
    customerId: newId(),
    customerRef: "ann",
    // A new visitor, because unverified claims of one visitor share a limit.
    visitorId: newId(),
    ...changes,
  });
}

export function outcomeEvent(fixture: Fixture, client: Client, response: Response): CloudEvent {
  const definition = response.status === "COMPLETE" ? formResponseCompleted : formResponseSkipped;
  const { workspaceId } = client;
  return pendingEvent(definition, { workspaceId, recordId: response.rowId, data: response, actor: null, time: fixture.clock.now() }).event;
}

/** Emits a customer's completed response and waits until the service has processed it. */
export async function answer(
  fixture: OtherServicesFixture,
  client: Client,
  incentive: Incentive,
  changes: Partial<Response> = {},
): Promise<Response> {
  const response = answerOf(fixture, incentive, changes);
  const definition = response.status === "COMPLETE" ? formResponseCompleted : formResponseSkipped;
  await fixture.emitEvent(definition, client.workspaceId, response.rowId, response);
  return response;
}

export async function leave(fixture: OtherServicesFixture, client: Client, response: Response): Promise<void> {
  await fixture.emitEvent(formResponseAbandoned, client.workspaceId, response.rowId, { ...response, status: "INCOMPLETE" });
}

/** Emits the event that the discounts service has issued a grant's code. */
export async function giveCode(
  fixture: OtherServicesFixture,
  client: Client,
  grantId: string,
  code: string,
  startsAt: string | null = null,
): Promise<void> {
  const data = { grantId, discountCodeId: newId(), delivery: "UNIQUE" as const, code, startsAt };
  await fixture.emitEvent(grantCodeIssued, client.workspaceId, grantId, data);
}

/** Emits the event that the discounts service has rejected a grant's code. */
export async function refuseCode(
  fixture: OtherServicesFixture,
  client: Client,
  grantId: string,
  reason: "CODE_DELETED" | "CODE_EXPIRED" | "CODE_NOT_ACTIVE" | "CODE_EXHAUSTED" | "POOL_EMPTY",
): Promise<void> {
  await fixture.emitEvent(grantCodeRejected, client.workspaceId, grantId, { grantId, discountCodeId: newId(), reason });
}

export type StoredGrant = { row_id: string; state: GrantState } & Record<string, unknown>;

/** Reads the grants of a workspace or of a response, oldest first. */
export async function grantsOf(fixture: Fixture, client: Client, responseId?: string): Promise<StoredGrant[]> {
  const { rows } = await fixture.admin.query<{ row_id: string; state: number }>(
    "SELECT * FROM grants WHERE workspace_id = $1 AND ($2::uuid IS NULL OR form_response_id = $2) ORDER BY created_at, row_id",
    [client.workspaceId, responseId ?? null],
  );
  return rows.map((row) => ({ ...row, state: grantStates[row.state] as GrantState }));
}

export async function grantOf(fixture: Fixture, client: Client, response: Pick<Response, "rowId">): Promise<StoredGrant> {
  const [grant, ...more] = await grantsOf(fixture, client, response.rowId);
  if (!grant || more.length > 0) throw new Error(`There are ${more.length + (grant ? 1 : 0)} grants of the response.`);
  return grant;
}

/** Reads the entries of the customers' accounts, oldest first. */
export async function ledgerOf(fixture: Fixture, { workspaceId }: Client): Promise<Record<string, unknown>[]> {
  const text = "SELECT * FROM credit_ledger WHERE workspace_id = $1 AND account = 0 ORDER BY sequence";
  return (await fixture.admin.query(text, [workspaceId])).rows;
}
