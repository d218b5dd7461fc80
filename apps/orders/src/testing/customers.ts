import { customerIdOf } from "@offergraph/shared/schema/customer-id";
import { newId } from "@offergraph/shared/time/ids";
import type { Client, Fixture } from "./fixture.js";

export async function addCustomer(
  fixture: Fixture,
  { workspaceId }: Client,
  columns: Record<string, unknown> & { ref?: string | null } = {},
): Promise<string> {
  const now = fixture.clock.now().toISOString();
  const { ref = newId() } = columns;
  const row = {
    ...{
      row_id: ref === null ? newId() : customerIdOf(workspaceId, ref),
      workspace_id: workspaceId,
      created_at: now,
      updated_at: now,
      ref,
    },
    ...{ is_name_proven: false, is_email_proven: false },
    ...{ first_seen_at: "2026-05-01T08:00:00Z", last_seen_at: "2026-05-02T08:00:00Z" },
    ...columns,
  };
  await fixture.admin.query("INSERT INTO customers SELECT * FROM jsonb_populate_record(NULL::customers, $1)", [row]);
  return row.row_id;
}
