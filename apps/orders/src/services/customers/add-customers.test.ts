import { expect, it, vi } from "vitest";
import type { Db } from "../../tx.js";
import { addCustomers } from "./add-customers.js";

it("locks the customers of accepted and stale records in one statement, and restores only those of accepted records", async () => {
  const statements: { text: string; values: unknown[] }[] = [];
  const sql = vi.fn(async (statement: { text: string; values: unknown[] }) => {
    statements.push(statement);
    return [];
  });
  const records = ["ann", "bob", "ann"].map((customerRef) => ({ sent: { customerRef } }));
  const outcomes = [{ outcome: "stale" as const }, { outcome: "stale" as const }, { outcome: "accepted" as const }];
  const reportedBy = () => ({
    firstSeenAt: "2026-06-01T00:00:00Z",
    lastSeenAt: "2026-06-01T00:00:00Z",
    name: null,
    at: "2026-06-01T00:00:00Z",
  });
  const tx = { sql, workspaceId: "w", now: new Date(0) } as unknown as Db;
  await addCustomers(tx, records, outcomes, reportedBy, (ref) => `id-${ref}`);
  expect(statements).toHaveLength(1);
  expect(JSON.stringify(statements[0])).toContain("id-bob");
  expect(statements[0]?.values).toContainEqual(["id-ann"]);
});
