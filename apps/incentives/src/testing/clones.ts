import { newId } from "@offergraph/shared/time/ids";
import type { Fixture } from "./fixture.js";
import type { Incentive } from "./incentives.js";

const columns = "workspace_id, created_at, updated_at, name, form_id, tier, status, active_since";
const ofRules = "workspace_id, created_at, position, kind, outcome, discount_code_id, connection_id, terms";

export async function addClones({ admin }: Fixture, { rowId }: Incentive, count: number): Promise<void> {
  const values = [Array.from({ length: count }, newId), rowId];
  await admin.query(
    `INSERT INTO incentives (row_id, ${columns}) SELECT clone, ${columns} FROM incentives, unnest($1::uuid[]) AS clone WHERE row_id = $2`,
    values,
  );
  await admin.query(
    `INSERT INTO incentive_rules (row_id, incentive_id, ${ofRules})
     SELECT gen_random_uuid(), clone, ${ofRules} FROM incentive_rules, unnest($1::uuid[]) AS clone WHERE incentive_id = $2`,
    values,
  );
}
