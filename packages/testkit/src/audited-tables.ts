import type { AuditedTable, AuditPlan } from "@offergraph/service/audit/plan";
import { describe, expect, it } from "vitest";
import type { Fixture } from "./fixture.js";

// Tables of packages/service without an audit, for example the outbox and the tables of the audit log itself.
const tablesOfService = [
  ...["_prisma_migrations", "audit_changes", "audit_operations", "backfills", "idempotency_records", "inbox_events", "outbox_events"],
  ...["outbox_streams", "published_events", "workspace_lookups"],
];
const secretName = /(^|_)(secret|token|password|sealed)(_|$)|^hash$/;
// INSERT, DELETE and UPDATE, after each row (pg_trigger.tgtype).
const afterEachRow = 1 + 4 + 8 + 16;

interface Table {
  name: string;
  type: number | null;
  handler: string | null;
  /** Arguments of the trigger, each followed by the character 0. */
  arguments: Buffer | null;
  columns: { name: string; type: string }[];
}

/** Declares tests that compare the plan of a service with the tables and triggers of its database. */
export function testAuditedTables(fixture: () => Pick<Fixture, "admin">, plan: AuditPlan): void {
  const readTables = async () =>
    (
      await fixture().admin.query<Table>(`
        SELECT c.relname AS name, t.tgtype AS type, p.proname AS handler, t.tgargs AS arguments, (
            SELECT json_agg(json_build_object('name', a.attname, 'type', a.atttypid::regtype))
            FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) AS columns
        FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = 'public'
        LEFT JOIN pg_trigger t ON t.tgrelid = c.oid AND t.tgname = 'audit' LEFT JOIN pg_proc p ON p.oid = t.tgfoid
        WHERE c.relkind = 'r' ORDER BY 1`)
    ).rows;

  describe("the audit plan", () => {
    it("names each table once: as audited, or with a reason why it is not audited", async () => {
      const planned = [...Object.keys(plan.tables), ...Object.values(plan.unaudited).flat(), ...tablesOfService];
      const names = (await readTables()).map(({ name }) => name);
      const optional = (name: string) => names.includes(name) || !tablesOfService.includes(name);
      expect(planned.filter(optional).toSorted()).toEqual(names);
    });

    it("agrees with the triggers of the database", async () => {
      for (const { name, type, handler, arguments: given } of await readTables()) {
        const values = given?.toString().split("\0").slice(0, -1) ?? [];
        expect({ name, handler, type, values }).toEqual({ name, ...triggerOf(plan.tables[name]) });
      }
    });

    it("names existing columns, the values of all enums, and hides all secrets", async () => {
      const tables = new Map((await readTables()).map(({ name, columns }) => [name, columns]));
      for (const [name, { id = ["row_id"], hidden = [], enums = {}, numbers = [], isPrivate }] of Object.entries(plan.tables)) {
        const columns = tables.get(name) ?? [];
        const named = [...id, ...hidden, ...Object.keys(enums), ...numbers];
        expect([name, named.filter((one) => !columns.some((column) => column.name === one))]).toEqual([name, []]);
        if (isPrivate) continue;
        const ordinals = columns.filter(({ type }) => type === "smallint").map((column) => column.name);
        expect([name, ordinals.toSorted()]).toEqual([name, [...Object.keys(enums), ...numbers].toSorted()]);
        const secrets = columns.filter((column) => column.type === "text" && secretName.test(column.name)).map((column) => column.name);
        expect([name, secrets.filter((one) => !hidden.includes(one))]).toEqual([name, []]);
      }
    });
  });
}

function triggerOf(table: AuditedTable | undefined) {
  if (!table) return { handler: null, type: null, values: [] };
  const { isPrivate, id = ["row_id"] } = table;
  const handler = isPrivate ? "record_private_audit_change" : "record_audit_change";
  return { handler, type: afterEachRow, values: isPrivate ? id : [] };
}
