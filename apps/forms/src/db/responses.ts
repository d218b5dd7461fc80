import type { Read } from "@offergraph/service/db/read";
import { columnSelector } from "@offergraph/service/db/selected-columns";
import { sql } from "@offergraph/service/db/statement";
import { responseStatuses } from "../domain/ordinals.js";
import type { OpenForm } from "../domain/placement-problems.js";
import type { SqlTx, TimedTx } from "../tx.js";
import type { CollectedRow, ResponseRow } from "./rows.js";
import type { PlacementKey } from "./served-placements.js";

export type { CollectedRow } from "./rows.js";

// Excludes the answers, which can be long. A separate statement reads the answers if the client selects them.
const responseFields = [
  ...(["rowId", "workspaceId", "createdAt", "updatedAt", "completedAt", "status", "formId", "formVariantId"] as const),
  ...(["formPlacementId", "channelId", "connectionId", "clickId", "clickIdKind", "customerId", "customerVerified"] as const),
  ...(["discountCodeId", "originRef", "partnerId", "sessionId", "shortLinkId", "visitorId", "trustScore", "trustReasons"] as const),
] as const satisfies readonly (keyof ResponseRow)[];

export const responseColumnsOf = columnSelector({
  ...{ alias: "r", fields: responseFields },
  uses: {
    answers: [],
    form: ["formId"],
    formPlacement: ["formPlacementId"],
    channel: ["workspaceId", "channelId"],
    customer: ["customerId"],
    discountCode: ["discountCodeId"],
    partner: ["partnerId"],
  },
});
export const responseColumns = responseColumnsOf(undefined);

export type NewResponse = Omit<
  CollectedRow,
  "workspaceId" | "createdAt" | "updatedAt" | "completedAt" | "status" | "trustScore" | "trustReasons" | "trustVersion" | "abandonedAt"
> & { entryPlacementId: string };

export const startedStatus = responseStatuses.indexOf("INCOMPLETE");

/** Returns false if the id already exists. */
export async function insertResponse(tx: TimedTx, response: NewResponse): Promise<boolean> {
  const { rowId, formId, formVariantId, formPlacementId, entryPlacementId, channelId, connectionId } = response;
  const { clickId, clickIdKind, originRef, sessionId, shortLinkId, visitorId, networkHash } = response;
  const { customerId, customerRef, customerName, customerEmail, customerVerified, verificationExpected } = response;
  const { discountCodeId, rawDiscountCode, partnerId, rawPartner, answers, honeypotFilled, deviceHash, serverSigned } = response;
  const time = tx.now.toISOString();
  const rows = await tx.sql(sql`
    WITH begun AS (
    INSERT INTO form_responses (row_id, workspace_id, created_at, updated_at, status, form_id, form_variant_id, form_placement_id,
      asked_placement_id, channel_id, connection_id, click_id, click_id_kind, origin_ref, session_id, short_link_id, visitor_id, network_hash,
      customer_id, customer_ref, customer_name, customer_email, customer_verified, verification_expected,
      discount_code_id, discount_code_said, partner_id, partner_said, answers, device_hash, server_signed, honeypot_filled, trust_reasons)
    VALUES (${rowId}::uuid, ${tx.workspaceId}::uuid, ${time}::timestamptz, ${time}::timestamptz, ${startedStatus}::smallint, ${formId}::uuid,
      ${formVariantId}::uuid, ${formPlacementId}::uuid, ${entryPlacementId}::uuid, ${channelId}::uuid, ${connectionId}::uuid, ${clickId}::text,
      ${clickIdKind}::text, ${originRef}::text, ${sessionId}::text, ${shortLinkId}::uuid, ${visitorId}::text, ${networkHash}::text,
      ${customerId}::uuid, ${customerRef}::text, ${customerName}::text, ${customerEmail}::text, ${customerVerified}::boolean,
      ${verificationExpected}::boolean, ${discountCodeId}::uuid, ${rawDiscountCode}::text, ${partnerId}::uuid, ${rawPartner}::text, ${JSON.stringify(answers)}::jsonb,
      ${deviceHash}::text, ${serverSigned}::boolean, ${honeypotFilled}::boolean, '{}')
    ON CONFLICT DO NOTHING RETURNING row_id, workspace_id, updated_at
    ), listed AS (
      INSERT INTO open_responses (workspace_id, response_id, changed_at) SELECT b.workspace_id, b.row_id, b.updated_at FROM begun b
    )
    SELECT row_id FROM begun`);
  return rows.length > 0;
}

export const collectedColumns = sql`${responseColumns}, r.answers, r.customer_ref AS "customerRef", r.customer_name AS "customerName",
  r.customer_email AS "customerEmail", r.verification_expected AS "verificationExpected", r.discount_code_said AS "rawDiscountCode", r.partner_said AS "rawPartner",
  r.network_hash AS "networkHash", r.device_hash AS "deviceHash", r.server_signed AS "serverSigned", r.honeypot_filled AS "honeypotFilled",
  r.trust_version AS "trustVersion", r.left_at AS "abandonedAt"`;

/**
 * The placement of a request's public key, and the requested response. `response` is set only if the response was started with a key of
 * this placement.
 */
export interface RequestedRow {
  channelId: string;
  workspaceId: string;
  published: boolean;
  config: Record<string, unknown>;
  hasSecret: boolean;
  /** Form of the response; null if the response does not exist or the form was deleted. */
  form: (OpenForm & { enableRepeat: boolean }) | null;
  response: CollectedRow | null;
  /**
   * Config of the placement that the response refers to. Because of the rotation, this placement may differ from the requested placement.
   */
  ownConfig: Record<string, unknown> | null;
  /** PostgreSQL's xmin of the response's row. The value changes with every write to the row. */
  version: string | null;
}

interface FlatRow extends CollectedRow, OpenForm, Pick<RequestedRow, "published" | "config" | "hasSecret" | "ownConfig" | "version"> {
  askedChannelId: string;
  askedWorkspaceId: string;
  formStatus: number | null;
  enableRepeat: boolean;
}

export async function readRequested(
  read: Read,
  { placementId, publicKey }: PlacementKey,
  responseId: string,
): Promise<RequestedRow | undefined> {
  const [row] = await read<FlatRow>(sql`
    SELECT p.channel_id AS "askedChannelId", p.workspace_id AS "askedWorkspaceId", p.published, p.config, p.secret_sealed IS NOT NULL AS "hasSecret",
      f.status AS "formStatus", f.starts_at AS "startsAt", f.ends_at AS "endsAt", f.enable_ends_at AS "enableEndsAt",
      f.enable_repeat AS "enableRepeat", ${collectedColumns}, o.config AS "ownConfig", r.xmin::text AS version
    FROM form_placements p
    LEFT JOIN form_responses r ON r.row_id = ${responseId}::uuid AND r.asked_placement_id = p.row_id
    LEFT JOIN forms f ON f.row_id = r.form_id
    LEFT JOIN form_placements o ON o.row_id = r.form_placement_id
    WHERE p.row_id = ${placementId}::uuid AND p.public_key = ${publicKey}`);
  if (!row) return undefined;
  const { askedChannelId: channelId, askedWorkspaceId: workspaceId, published, config, hasSecret, ownConfig, version, ...inner } = row;
  const { formStatus: status, startsAt, endsAt, enableEndsAt, enableRepeat, ...response } = inner;
  const form = status === null ? null : { status, startsAt, endsAt, enableEndsAt, enableRepeat };
  const asked = { channelId, workspaceId, published, config, hasSecret, ownConfig };
  return { ...asked, form, response: version === null ? null : response, version };
}

/** Returns false if another transaction has changed the response since the caller read `version`. */
export async function updateResponse(tx: SqlTx, response: CollectedRow, version: string): Promise<boolean> {
  const { rowId, updatedAt, completedAt, status, answers, customerId, customerRef, customerName, customerEmail } = response;
  const { discountCodeId, rawDiscountCode, partnerId, rawPartner, honeypotFilled, trustScore, trustReasons, trustVersion } = response;
  const { abandonedAt, customerVerified, verificationExpected, serverSigned } = response;
  const rows = await tx.sql(sql`
    WITH changed AS (
      UPDATE form_responses r SET updated_at = ${updatedAt}::timestamptz, completed_at = ${completedAt}::timestamptz,
        status = ${status}::smallint, answers = ${JSON.stringify(answers)}::jsonb, customer_id = ${customerId}::uuid,
        customer_ref = ${customerRef}::text, customer_name = ${customerName}::text, customer_email = ${customerEmail}::text,
        customer_verified = ${customerVerified}::boolean, verification_expected = ${verificationExpected}::boolean,
        discount_code_id = ${discountCodeId}::uuid, discount_code_said = ${rawDiscountCode}::text, partner_id = ${partnerId}::uuid,
        partner_said = ${rawPartner}::text, honeypot_filled = ${honeypotFilled}::boolean, trust_score = ${trustScore}::float8,
        trust_reasons = ${trustReasons}::text[], trust_version = ${trustVersion}::int,
        server_signed = ${serverSigned}::boolean, left_at = ${abandonedAt}::timestamptz
      WHERE r.row_id = ${rowId}::uuid AND r.xmin = ${version}::text::xid RETURNING r.row_id, r.workspace_id, r.status, r.left_at
    ), unlisted AS (
      DELETE FROM open_responses o USING changed c
      WHERE o.workspace_id = c.workspace_id AND o.response_id = c.row_id AND (c.status <> ${startedStatus} OR c.left_at IS NOT NULL)
    )
    SELECT row_id FROM changed`);
  return rows.length > 0;
}

export async function hasCompleted(read: Read, who: { formId: string; visitorId: string; rowId: string | null }): Promise<boolean> {
  const [row] = await read(sql`
    SELECT 1 FROM form_responses o
    WHERE o.form_id = ${who.formId}::uuid AND o.visitor_id = ${who.visitorId} AND o.row_id IS DISTINCT FROM ${who.rowId}::uuid
      AND o.status = ${responseStatuses.indexOf("COMPLETE")}::smallint
    LIMIT 1`);
  return row !== undefined;
}
