import { newId } from "@offergraph/shared/time/ids";
import type { Client, Fixture, UserError } from "./fixture.js";

/** Returns a valid body for `create_discount_code`; `changes` overrides fields. */
export function bodyOf(changes: object = {}) {
  return {
    code: `code-${newId()}`,
    aliased_codes: [],
    title: "A code",
    value_kind: "percent",
    value_percent: 10,
    value_amount: null,
    usage_limit: null,
    start_at: null,
    ends_at: null,
    status: "ACTIVE",
    ...changes,
  };
}

export const codeFields = `rowId workspaceId createdAt updatedAt code aliasedCodes { id code } aliasCount title displayName valueKind valuePercent
  valueAmount usageLimit usageCount exhausted startAt endsAt oneTimePurchase status isPublic publicTier tier origin createdBy tags partnerId
  partner { rowId name } placements { placementId connectionId child syncStatus connection { slug } targets { kind } discountCode { rowId } }`;

export const createMutation = `mutation ($input: CreateDiscountCodeInput!) {
  answer: create_discount_code(input: $input) { discountCode { ${codeFields} } userErrors { field code message } } }`;

export interface Code {
  rowId: string;
  code: string;
  updatedAt: string;
  [field: string]: unknown;
}

export interface CodeAnswer {
  discountCode: Code | null;
  userErrors: UserError[];
}

export async function answerOf(client: Client, mutation: string, variables: object, idempotencyKey?: string): Promise<CodeAnswer> {
  return (await client.data<{ answer: CodeAnswer }>(mutation, variables, idempotencyKey)).answer;
}

export async function createCode(client: Client, changes: object = {}, connectionId?: string): Promise<Code> {
  const { discountCode, userErrors } = await answerOf(client, createMutation, { input: { body: bodyOf(changes), connectionId } });
  if (!discountCode) throw new Error(JSON.stringify(userErrors));
  return discountCode;
}

export async function getCode(client: Client, id: string): Promise<Code | null> {
  return (await client.data<{ get_discount: Code | null }>(`query ($id: UUID!) { get_discount(id: $id) { ${codeFields} } }`, { id }))
    .get_discount;
}

/** Converts `userErrors` to sorted texts "path CODE". */
export function pathsOf(userErrors: readonly UserError[]): string[] {
  return userErrors.map(({ field, code }) => `${field.join(".")} ${code}`).sort();
}

export async function addConnection({ admin }: Fixture, { workspaceId }: Client, provider: "manual" | "http" = "manual"): Promise<string> {
  const id = newId();
  const [endpoint, secret] = provider === "http" ? ["https://store.test/offergraph", "sealed"] : [null, null];
  await admin.query(
    "INSERT INTO connections (row_id, workspace_id, created_at, slug, name, provider, endpoint, secret) VALUES ($1, $2, now(), $3, 'A store', $4, $5, $6)",
    [id, workspaceId, `store-${id.slice(-12)}`, provider, endpoint, secret],
  );
  return id;
}

export async function addPartner({ admin }: Fixture, { workspaceId }: Client, name: string, handle: string | null = null): Promise<string> {
  const id = newId();
  await admin.query("INSERT INTO partners (row_id, workspace_id, name, handle, handle_key) VALUES ($1, $2, $3, $4, lower($4))", [
    id,
    workspaceId,
    name,
    handle,
  ]);
  return id;
}
