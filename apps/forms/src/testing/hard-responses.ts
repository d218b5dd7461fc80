import { channelsOf } from "../domain/channels.js";
import type { Client, Fixture } from "./fixture.js";
import type { KnownResponses } from "./reference-response-filters.js";
import { seedResponses } from "./seed-responses.js";

const texts = ["", "a%b", "a_b", "a\\b", "É", "é", "\u{1F600}", "\uFF5E", "ſ", "Zed", "zed", "100% off", "it's"];

/**
 * Creates a workspace with responses that contain `texts`, which are easy to compare or sort wrongly. Returns values of the created
 * responses, for use in filters.
 */
export async function hardResponses(fixture: Fixture, count = 400): Promise<{ client: Client; known: KnownResponses }> {
  const client = fixture.client();
  const { workspaceId } = client;
  const seeded = await seedResponses((text, values) => fixture.admin.query(text, values), { workspaceId, count });
  await fixture.admin.query(
    `UPDATE form_responses SET click_id = ($2::text[])[1 + extract(minute FROM created_at)::int % 15], session_id = ($2::text[])[1 + extract(second FROM created_at)::int % 14],
     origin_ref = ($2::text[])[1 + extract(millisecond FROM created_at)::int % 17] WHERE workspace_id = $1`,
    [workspaceId, texts],
  );
  const { rows } = await fixture.admin.query(
    "SELECT row_id AS id, to_json(created_at) #>> '{}' AS time, visitor_id AS visitor FROM form_responses WHERE workspace_id = $1 ORDER BY row_id LIMIT 20",
    [workspaceId],
  );
  const channels = channelsOf(workspaceId).map(({ rowId, name }) => ({ field: "channelId" as const, ref: name, id: rowId }));
  const codes = seeded.discountCodeIds.slice(0, -1).flatMap((id, index) =>
    [`CODE${index + 1}seeded`, { name: `alias${index + 1}SEEDED` }, id.toUpperCase()].map((ref) => ({
      field: "discountCodeId" as const,
      ref,
      id,
    })),
  );
  const partners = seeded.partnerIds
    .slice(0, -1)
    .flatMap((id, index) =>
      [`Partner ${index + 1}seeded`, `@PARTNER${index + 1}seeded`].map((ref) => ({ field: "partnerId" as const, ref, id })),
    );
  const known = {
    ...seeded,
    ids: rows.map(({ id }) => id),
    times: [...rows.map(({ time }) => time), "2026-05-09T02:00:00.000+02:00", "2026-05-20T10:00:00.0005Z", "9999-12-31T23:59:59.999Z"],
    texts,
    visitors: rows.map(({ visitor }) => visitor),
    named: [...channels, ...codes, ...partners],
  };
  return { client, known };
}
