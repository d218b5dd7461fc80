import { raw, type Statement, sql } from "../../db/statement.js";
import type { Column } from "../columns.js";
import type { FilterShape } from "../filter.js";
import type { OrderShape } from "../order.js";
import { type NameRef, nameOf } from "../reference.js";

/** Enum values in declared order, which is not alphabetical. */
export const moods = ["SULKY", "CALM", "merry", "BRIGHT"] as const;

/**
 * A table with a column of every kind. `mood` stores an enum as an index, and `cents` stores a decimal as a bigint. `plain_mood` and
 * `plain_cents` store the same values as PostgreSQL's enum and numeric types. The reference implementation (reference-sql.ts) reads the
 * `plain_…` columns.
 */
export const schema = `
  CREATE TYPE mood AS ENUM (${moods.map((mood) => `'${mood}'`).join(", ")});
  CREATE TABLE things (
    row_id uuid PRIMARY KEY, workspace_id uuid NOT NULL, partner_id uuid, label text, slug text NOT NULL,
    seen_at timestamptz(3), created_at timestamptz(3) NOT NULL, day date, cents bigint, plain_cents numeric, ratio numeric,
    amount integer, rank smallint NOT NULL, score double precision, flag boolean,
    mood smallint, plain_mood mood, tags text[]
  );
  CREATE TABLE extras (thing_id uuid NOT NULL, workspace_id uuid NOT NULL);
  CREATE INDEX ON things (workspace_id, row_id);
  CREATE INDEX ON things (workspace_id, created_at DESC, row_id);
  CREATE INDEX ON things (workspace_id, created_at, row_id);
  CREATE INDEX ON things (workspace_id, mood, row_id);
  CREATE INDEX ON things (workspace_id, mood DESC, row_id);
  CREATE INDEX ON extras (thing_id);
  ALTER TABLE things ENABLE ROW LEVEL SECURITY; ALTER TABLE things FORCE ROW LEVEL SECURITY;
  ALTER TABLE extras ENABLE ROW LEVEL SECURITY; ALTER TABLE extras FORCE ROW LEVEL SECURITY;
  CREATE POLICY workspace ON things USING (workspace_id = (SELECT nullif(current_setting('app.workspace_id', true), '')::uuid));
  CREATE POLICY workspace ON extras USING (workspace_id = (SELECT nullif(current_setting('app.workspace_id', true), '')::uuid));
`;

const column = (name: string, kind: Column["kind"], nullable: boolean, more: Partial<Column> = {}): Column => ({
  sql: sql`t.${raw(name)}`,
  kind,
  nullable,
  ...more,
});

export const columns = {
  rowId: column("row_id", "uuid", false),
  workspaceId: column("workspace_id", "uuid", false, { indexed: false }),
  partnerId: column("partner_id", "uuid", true),
  label: column("label", "text", true),
  slug: column("slug", "text", false, { indexed: "ascending" }),
  seenAt: column("seen_at", "datetime", true),
  createdAt: column("created_at", "datetime", false),
  day: column("day", "date", true, { indexed: false }),
  cents: column("cents", "decimal", true, { scale: 4 }),
  ratio: column("ratio", "decimal", true),
  amount: column("amount", "int", true, { indexed: "ascending" }),
  rank: column("rank", "int", false),
  score: column("score", "float", true),
  flag: column("flag", "boolean", true),
  mood: column("mood", "enum", true, { values: moods }),
  tags: column("tags", "text-list", true),
} satisfies Record<string, Column>;

/** Partner ids by name. */
export const partners: Readonly<Record<string, string>> = {
  "@north": "0191a000-0000-7000-8000-000000000001",
  South: "0191a000-0000-7000-8000-000000000002",
};

export const shape: FilterShape = {
  ...Object.fromEntries(Object.entries(columns).map(([name, value]) => [name, { column: value }])),
  partnerId: {
    reference: {
      column: columns.partnerId,
      resolve: async (ref: NameRef) => partners[nameOf(ref)] ?? null,
    },
  },
  extraExists: { exists: sql`EXISTS (SELECT 1 FROM extras e WHERE e.thing_id = t.row_id)` },
};

const upper = (name: string): string => name.replace(/[A-Z]/g, "_$&").toUpperCase();

export const order: OrderShape = {
  keys: Object.fromEntries(Object.entries(columns).map(([name, value]) => [upper(name), value])),
  primaryKey: columns.rowId,
};

export const from: Statement = sql`things t`;
