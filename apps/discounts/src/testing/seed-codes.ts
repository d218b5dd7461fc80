/** Runs an SQL statement, e.g. `(text, values) => client.query(text, values)`. */
export type Query = (text: string, values?: unknown[]) => Promise<unknown>;

export interface Seed {
  workspaceId: string;
  count: number;
  /** The codes are `<prefix>-000001`, `<prefix>-000002` and so on. Use a different prefix for each call in a workspace. */
  prefix?: string;
}

const partners = `
  INSERT INTO partners (row_id, workspace_id, name, handle, handle_key)
  SELECT gen_random_uuid(), $1::uuid, 'Partner ' || n, 'partner' || n || '_' || lower($2::text), 'partner' || n || '_' || lower($2::text) FROM generate_series(1, 20) n`;

// Computes most columns from `n` modulo different numbers, so that the columns vary independently. 20 consecutive codes have the same time.
const codes = `
  WITH p AS MATERIALIZED (SELECT array_agg(row_id) AS ids FROM partners WHERE workspace_id = $1)
  INSERT INTO discount_codes (row_id, workspace_id, created_at, updated_at, code, title, display_name, value_kind, value_percent,
    value_amount, usage_limit, usage_count, start_at, ends_at, one_time_purchase, status, is_public, public_tier, created_by, origin,
    tag_names, partner_id, alias_count, status_written_at)
  SELECT gen_random_uuid(), $1::uuid, made, made + (n % 10007) * interval '1 minute', $2::text || '-' || lpad(n::text, greatest(6, length(n::text)), '0'),
    'Offer ' || (n * 7919::bigint % 99991), CASE WHEN n % 3 > 0 THEN 'Save at shop ' || n % 1009 END, n % 5 / 4,
    CASE WHEN n % 5 < 4 THEN (n % 401) * 2500 END, CASE WHEN n % 5 = 4 THEN (n % 997) * 10000 END,
    CASE WHEN n % 2 = 0 THEN 1 + n % 5003 END, n % 1013, made, CASE WHEN n % 4 > 0 THEN made + (1 + n % 365) * interval '1 day' END,
    n % 6 = 0, (ARRAY[0, 0, 1, 2, 3, 3, 3])[1 + n % 7], n % 9 = 0,
    (ARRAY['BASIC', 'QUICK', 'ENHANCED'])[1 + n % 11], (ARRAY[0, 1, 1, 1, 2])[1 + n % 5], CASE WHEN n % 8 = 0 THEN 'import' END,
    CASE n % 4 WHEN 0 THEN ARRAY['tag' || lpad((n % 97)::text, 2, '0'), 'vip'] WHEN 1 THEN ARRAY['tag' || lpad((n % 97)::text, 2, '0')] ELSE '{}' END,
    CASE WHEN n % 10 = 0 THEN p.ids[1 + n % 20] END, CASE WHEN n % 10 = 0 THEN 2 ELSE 0 END, made
  FROM generate_series(1, $3::int) n, p,
    LATERAL (SELECT timestamptz '2024-01-01T00:00:00Z' + (n / 20) * interval '97 seconds' AS made) AS time`;

const names = `
  INSERT INTO code_names (workspace_id, name_key, name, discount_code_id, kind, alias_id, position)
  SELECT $1::uuid, lower(d.code), d.code, d.row_id, 0, NULL, 0 FROM discount_codes d WHERE d.workspace_id = $1 AND d.code LIKE $2::text || '-%'
  UNION ALL
  SELECT $1::uuid, lower(d.code) || '-alias' || n, d.code || '-alias' || n, d.row_id, 1, n::text, n
  FROM discount_codes d, generate_series(0, 1) n WHERE d.workspace_id = $1 AND d.alias_count > 0 AND d.code LIKE $2::text || '-%'`;

const tags = `
  INSERT INTO tags (workspace_id, name, color) SELECT $1::uuid, name, (row_number() OVER ())::int % 10
  FROM (SELECT DISTINCT unnest(tag_names) AS name FROM discount_codes WHERE workspace_id = $1) AS used ON CONFLICT DO NOTHING`;

/** Inserts realistic discount codes for tests and benchmarks, about 40,000 per second. Skips validation and emits no events. */
export async function seedCodes(query: Query, { workspaceId, count, prefix = "SEED" }: Seed): Promise<void> {
  await query("BEGIN");
  await query("SELECT set_config('app.workspace_id', $1, true)", [workspaceId]);
  await query(partners, [workspaceId, prefix]);
  await query(codes, [workspaceId, prefix, count]);
  await query(names, [workspaceId, prefix]);
  await query(tags, [workspaceId]);
  await query("COMMIT");
}
