import { polling } from "@offergraph/testkit/timeouts";
import { expect, vi } from "vitest";
import type { Client, Fixture } from "./fixture.js";
import type { PlainOutcome } from "./reference-attribution.js";

/** Waits until no order of the workspace is queued for attribution. */
export async function attributed(fixture: Fixture, { workspaceId }: Client): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rowCount } = await fixture.admin.query("SELECT FROM due_attributions WHERE workspace_id = $1", [workspaceId]);
      expect(rowCount).toBe(0);
    },
    { ...polling, timeout: 3 * polling.timeout },
  );
}

/** Returns the attributions of the workspace's orders, by external reference. */
export async function outcomes(fixture: Fixture, { workspaceId }: Client): Promise<PlainOutcome[]> {
  const { rows } = await fixture.admin.query(
    `SELECT o.external_ref AS "externalRef", o.attribution_method AS "attributionMethod", o.discount_code_id AS "discountCodeId",
       o.partner_id AS "partnerId", o.form_response_id AS "formResponseId", o.best_tier AS "bestTier",
       o.attributed_revenue::text AS "attributedRevenue", o.discount_given::text AS "discountGiven", o.attribution_scored_at IS NOT NULL AS "isScored",
       jsonb_build_object('placedDay', v.placed_day, 'bestTier', v.best_tier, 'converted', v.converted, 'nativeCurrency', v.native_currency,
         'reportingCurrency', v.reporting_currency, 'rateProvider', v.rate_provider, 'rate', trim_scale(v.rate)::text,
         'nativeTotalPrice', v.native_total_price::text, 'nativeAttributedRevenue', v.native_attributed_revenue::text,
         'reportedTotalPrice', v.reported_total_price::text, 'reportedAttributedRevenue', v.reported_attributed_revenue::text,
         'reportedDiscountGiven', v.reported_discount_given::text) AS reported
     FROM orders o LEFT JOIN order_reported v ON v.order_id = o.row_id WHERE o.workspace_id = $1`,
    [workspaceId],
  );
  return byName(rows);
}

export const byName = (list: readonly PlainOutcome[]) => list.toSorted((one, other) => (one.externalRef < other.externalRef ? -1 : 1));
