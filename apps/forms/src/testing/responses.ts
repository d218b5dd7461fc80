import { newId } from "@offergraph/shared/time/ids";
import type { Client, Fixture } from "./fixture.js";

/** Inserts a response into the table without checks. Returns the response's id. */
export async function addResponse(fixture: Fixture, { workspaceId }: Client, columns: Record<string, unknown>): Promise<string> {
  const now = fixture.clock.now().toISOString();
  const given = { created_at: now, status: 1, form_id: newId(), form_variant_id: newId(), visitor_id: "v", answers: {}, trust_reasons: [] };
  const unverified = { customer_verified: false, verification_expected: false, server_signed: false };
  const row = { row_id: newId(), workspace_id: workspaceId, updated_at: now, ...given, ...unverified, ...columns };
  await fixture.admin.query("INSERT INTO form_responses SELECT * FROM jsonb_populate_record(NULL::form_responses, $1)", [row]);
  return row.row_id;
}
