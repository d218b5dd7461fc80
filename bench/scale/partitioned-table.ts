import type pg from "pg";

const months = `
  SELECT to_char(m, 'YYYY_MM') AS name, m::text AS "from", (m + interval '1 month')::text AS "to"
  FROM generate_series('2023-06-01T00:00:00Z'::timestamptz, '2026-06-01T00:00:00Z'::timestamptz, '1 month') m`;

/** Copies the table `orders` to `orders_by_month`, with the same secondary indexes and the same row-level security. */
export async function partitionOrders(client: pg.Client): Promise<void> {
  await client.query("SET TIME ZONE 'UTC'");
  await client.query("CREATE TABLE orders_by_month (LIKE orders INCLUDING DEFAULTS) PARTITION BY RANGE (placed_at)");
  const { rows } = await client.query<{ name: string; from: string; to: string }>(months);
  for (const { name, from, to } of rows)
    await client.query(`CREATE TABLE orders_${name} PARTITION OF orders_by_month FOR VALUES FROM ('${from}') TO ('${to}')`);
  await client.query("INSERT INTO orders_by_month SELECT * FROM orders");
  const indexes = await client.query<{ name: string; definition: string; isUnique: boolean }>(
    `SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition, i.indisunique AS "isUnique"
     FROM pg_index i WHERE i.indrelid = 'orders'::regclass`,
  );
  for (const { name, definition, isUnique } of indexes.rows) {
    const copied = definition.replace(`INDEX ${name} ON public.orders`, `INDEX ${name}_by_month ON orders_by_month`);
    // A unique index of a partitioned table has to contain the partition key.
    await client.query(isUnique ? copied.replace(/\)$/, ", placed_at)") : copied);
  }
  await client.query("ALTER TABLE orders_by_month ENABLE ROW LEVEL SECURITY");
  await client.query("ALTER TABLE orders_by_month FORCE ROW LEVEL SECURITY");
  const scope = "workspace_id = (SELECT nullif(current_setting('app.workspace_id', true), '')::uuid)";
  await client.query(`CREATE POLICY workspace ON orders_by_month USING (${scope}) WITH CHECK (${scope})`);
}
