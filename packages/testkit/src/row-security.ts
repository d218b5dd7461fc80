import { newId } from "@offergraph/shared/time/ids";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Fixture } from "./fixture.js";

export interface RowSecurityOptions {
  /** Returns the fixture of the service under test. */
  fixture: () => Pick<Fixture, "admin" | "connectionString">;
  /** Values that the constraints of a table require, by table and column. */
  rows?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Names of append-only tables. */
  appendOnly?: readonly string[];
}

interface Column {
  name: string;
  type: string;
  isRequired: boolean;
}

/** Declares tests for every table with row-level security. The tests prove that a workspace cannot access rows of another workspace. */
export function testRowSecurity({ fixture, rows = {}, appendOnly = [] }: RowSecurityOptions): void {
  const [owner, stranger] = [newId(), newId()];
  let service: pg.Client;
  let tables: string[];

  /** Runs a statement as the service's role in a transaction of the workspace `workspaceId`, then rolls back. */
  async function scoped(workspaceId: string | undefined, text: string, values: unknown[] = []) {
    await service.query("BEGIN");
    try {
      if (workspaceId) await service.query("SELECT set_config('app.workspace_id', $1, true)", [workspaceId]);
      return await service.query(text, values);
    } finally {
      await service.query("ROLLBACK");
    }
  }

  describe("row-level security", () => {
    beforeAll(async () => {
      const { admin, connectionString } = fixture();
      service = new pg.Client({ connectionString });
      await service.connect();
      const found = await admin.query("SELECT c.relname AS name FROM pg_class c WHERE c.relkind = 'r' AND c.relrowsecurity ORDER BY 1");
      tables = found.rows.map(({ name }) => name);
      for (const table of tables) await addRow(admin, table, { ...rows[table], workspace_id: owner });
    });
    afterAll(() => service?.end());

    it("hides every row from other workspaces and from statements without a workspace", async () => {
      expect(tables.length).toBeGreaterThan(0);
      for (const table of tables) {
        const seen = async (workspaceId?: string) => (await scoped(workspaceId, `SELECT FROM ${table}`)).rowCount;
        expect([table, await seen(owner), await seen(), await seen(stranger)]).toEqual([table, 1, 0, 0]);
      }
    });

    it("prevents updates and deletes of rows of another workspace, even without a condition", async () => {
      for (const table of tables.filter((one) => !appendOnly.includes(one))) {
        const done = async (text: string) => (await scoped(stranger, text)).rowCount;
        const changed = [await done(`UPDATE ${table} SET workspace_id = workspace_id`), await done(`DELETE FROM ${table}`)];
        expect([table, ...changed]).toEqual([table, 0, 0]);
      }
    });

    it("rejects inserts into another workspace, or without a workspace", async () => {
      for (const table of tables) {
        const { rows: kept } = await fixture().admin.query(`SELECT to_jsonb(t) AS row FROM ${table} t WHERE t.workspace_id = $1`, [owner]);
        const smuggled = { ...kept[0].row, workspace_id: owner };
        for (const scope of [stranger, undefined]) {
          const insert = await insertOf(fixture().admin, table, smuggled);
          await expect(scoped(scope, insert, [smuggled]), table).rejects.toThrow(/row-level security/);
        }
      }
    });
  });
}

/** Inserts a row with the values `given`, and with default values in all other required columns. Ignores foreign keys. */
async function addRow(admin: pg.Client, table: string, given: Record<string, unknown>): Promise<void> {
  const plain = (await columnsOf(admin, table)).filter(({ isRequired }) => isRequired).map(({ name, type }) => [name, plainValue(type)]);
  const row = { ...Object.fromEntries(plain), ...given };
  const insert = await insertOf(admin, table, row);
  await admin.query("SET session_replication_role = replica");
  try {
    await admin.query(insert, [row]);
  } finally {
    await admin.query("RESET session_replication_role");
  }
}

async function insertOf(admin: pg.Client, table: string, row: Record<string, unknown>): Promise<string> {
  const written = (await columnsOf(admin, table)).filter(({ name }) => name in row);
  const names = written.map(({ name }) => `"${name}"`).join(", ");
  return `INSERT INTO ${table} (${names}) SELECT ${names} FROM jsonb_populate_record(NULL::${table}, $1)`;
}

async function columnsOf(admin: pg.Client, table: string): Promise<Column[]> {
  const { rows } = await admin.query<Column>(
    `SELECT a.attname AS name, t.typname AS type, a.attnotnull AND NOT a.atthasdef AS "isRequired"
     FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
     WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' AND a.attidentity = ''`,
    [table],
  );
  return rows;
}

function plainValue(type: string): unknown {
  if (type === "uuid") return newId();
  if (type === "bool") return false;
  if (type === "jsonb") return {};
  if (type === "date") return "2026-06-01";
  if (type === "timestamptz") return "2026-06-01T12:00:00Z";
  if (type.startsWith("_")) return [];
  return /^(int|float|numeric)/.test(type) ? 0 : "x";
}
