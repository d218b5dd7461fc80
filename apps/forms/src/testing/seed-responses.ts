import { newId } from "@offergraph/shared/time/ids";
import { channelsOf } from "../domain/channels.js";

/** Runs one SQL statement. For a client of the library pg, pass `(text, values) => client.query(text, values)`. */
export type Query = (text: string, values?: unknown[]) => Promise<unknown>;

export interface Seed {
  workspaceId: string;
  count: number;
  /** Slug of the new form. The slug must be unique within the workspace. */
  slug?: string;
  /** Start time of the first response. The responses are spread evenly over the next `days` days. */
  from?: string;
  days?: number;
}

/** Ids in the responses. The last id of each list belongs to a missing or deleted record. */
export interface Seeded {
  formId: string;
  channelIds: string[];
  placementIds: string[];
  shortLinkIds: string[];
  connectionIds: string[];
  partnerIds: string[];
  discountCodeIds: string[];
  customerIds: string[];
}

const form = `
  INSERT INTO forms (row_id, workspace_id, created_at, updated_at, form_slug, title, surfaces, priority, status, returning_enabled,
    enable_repeat, enable_ends_at, tags)
  VALUES ($2, $1, $4, $4, $3, 'Seeded', '{}', 0, 2, false, true, false, '{}')`;

const placements = `
  INSERT INTO form_placements (row_id, workspace_id, created_at, updated_at, form_id, channel_id, config, published, public_key, verify_problems)
  SELECT id, $1::uuid, $4::timestamptz, $4::timestamptz, $2::uuid, $3::uuid, '{}', true, 'fpk_' || id, '{}' FROM unnest($5::uuid[]) AS id`;

const shortLinks = `
  INSERT INTO short_links (row_id, workspace_id, created_at, code, form_placement_id, disabled)
  SELECT id, $1::uuid, $2::timestamptz, right(id::text, 7), placement, false FROM unnest($3::uuid[], $4::uuid[]) AS made(id, placement)`;

const connections = `
  INSERT INTO connection_references (row_id, workspace_id, slug, name, provider)
  SELECT id, $1::uuid, 'shop' || n, 'Shop ' || n, 'manual' FROM unnest($2::uuid[]) WITH ORDINALITY AS made(id, n)`;

const partners = `
  INSERT INTO partner_references (row_id, workspace_id, name, handle_key)
  SELECT id, $1::uuid, 'Partner ' || n || $3, 'partner' || n || lower($3) FROM unnest($2::uuid[]) WITH ORDINALITY AS made(id, n)`;

const discountCodes = `
  INSERT INTO discount_code_references (row_id, workspace_id, updated_at, is_deleted)
  SELECT id, $1::uuid, $3::timestamptz, n = cardinality($2::uuid[]) FROM unnest($2::uuid[]) WITH ORDINALITY AS made(id, n)`;

const discountCodeNames = `
  INSERT INTO discount_code_names (workspace_id, name_key, discount_code_id)
  SELECT $1::uuid, lower(kind || n || $3), id FROM unnest($2::uuid[]) WITH ORDINALITY AS made(id, n), unnest(ARRAY['code', 'alias']) AS kind`;

// The numbers after % are mostly primes, so that the columns do not correlate. Each group of three consecutive responses has the same time.
const responses = `
  INSERT INTO form_responses (row_id, workspace_id, created_at, updated_at, completed_at, status, form_id, form_variant_id, form_placement_id,
    short_link_id, channel_id, connection_id, click_id, click_id_kind, customer_id, discount_code_id, origin_ref, partner_id, session_id,
    visitor_id, answers, trust_score, trust_reasons)
  SELECT gen_random_uuid(), $1::uuid, begun, begun, CASE WHEN status <> 1 THEN begun + (n % 97) * interval '1 minute' END, status, $2::uuid, $2::uuid,
    ($6::uuid[])[1 + n % 11], ($7::uuid[])[1 + n % 13], ($8::uuid[])[1 + n % 7], ($9::uuid[])[1 + n % 17], CASE WHEN n % 3 = 0 THEN 'click' || n % 19 END,
    CASE WHEN n % 3 = 0 THEN 'gclid' END, ($10::uuid[])[1 + n % 19], ($11::uuid[])[1 + n % 23], CASE WHEN n % 5 = 0 THEN 'newsletter' || n % 31 END,
    ($12::uuid[])[1 + n % 29], CASE WHEN n % 2 = 0 THEN 'session' || n % 37 END, 'visitor' || n % 10007, jsonb_build_object('why', 'Answer ' || n),
    CASE WHEN status <> 1 THEN (n % 101) / 100.0 END, CASE WHEN n % 41 = 0 THEN ARRAY['honeypot'] ELSE '{}' END
  FROM generate_series(1, $3::int) n, LATERAL (SELECT (ARRAY[0, 0, 1, 2])[1 + n % 4] AS status) AS outcome,
    LATERAL (SELECT $4::timestamptz + (n / 3) * ($5::int * interval '1 day' / ($3::int / 3 + 1)) AS begun) AS time`;

/** Inserts a new form and its responses into the tables, without checks and events. For tests and measurements only. */
export async function seedResponses(query: Query, seed: Seed): Promise<Seeded> {
  const { workspaceId, count, slug = "seeded", from = "2026-05-03T00:00:00.000Z", days = 29 } = seed;
  const ids = (length: number) => Array.from({ length }, newId);
  const there = (all: string[]) => all.slice(0, -1);
  const seeded: Seeded = {
    formId: newId(),
    channelIds: [...channelsOf(workspaceId).map(({ rowId }) => rowId), newId()],
    placementIds: ids(5),
    shortLinkIds: ids(5),
    connectionIds: ids(3),
    partnerIds: ids(6),
    discountCodeIds: ids(6),
    customerIds: ids(9),
  };
  const { formId, channelIds, placementIds, shortLinkIds, connectionIds, partnerIds, discountCodeIds, customerIds } = seeded;
  await query("BEGIN");
  await query("SELECT set_config('app.workspace_id', $1, true)", [workspaceId]);
  await query(form, [workspaceId, formId, slug, from]);
  await query(placements, [workspaceId, formId, channelIds[1], from, there(placementIds)]);
  await query(shortLinks, [workspaceId, from, there(shortLinkIds), there(placementIds)]);
  await query(connections, [workspaceId, there(connectionIds)]);
  await query(partners, [workspaceId, there(partnerIds), slug]);
  await query(discountCodes, [workspaceId, discountCodeIds, from]);
  await query(discountCodeNames, [workspaceId, there(discountCodeIds), slug]);
  const spread = [placementIds, shortLinkIds, channelIds, connectionIds, customerIds, discountCodeIds, partnerIds];
  await query(responses, [workspaceId, formId, count, from, days, ...spread]);
  await query("COMMIT");
  return seeded;
}
