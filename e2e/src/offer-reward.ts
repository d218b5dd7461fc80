import { randomUUID } from "node:crypto";
import type { GraphQLClient } from "./client.js";
import { change } from "./website-form.js";
import { codeBody } from "./workspace.js";

/** Creates an active incentive with a UNIQUE code for `outcome` (default COMPLETE). */
export async function offerReward(
  client: GraphQLClient,
  formId: string,
  options: { outcome?: string; minTrustScore?: number; connectionId?: string } = {},
) {
  const { outcome = "COMPLETE", minTrustScore, connectionId } = options;
  const { discountCode } = await change<{ discountCode: { rowId: string } }>(
    client,
    "create_discount_code",
    { body: codeBody({ placements: connectionId ? [{ connectionId }] : [] }) },
    "discountCode { rowId }",
  );
  const terms = { delivery: "UNIQUE", prefix: "THANKS", expires_in_days: 30 };
  const rule = { kind_slug: "discount", outcome, discount_code_id: discountCode.rowId, connection_id: null, terms };
  const { incentive } = await change<{ incentive: { rowId: string } }>(
    client,
    "create_incentive",
    { name: `An incentive ${randomUUID()}`, formId, tier: "enhanced", rules: [rule] },
    "incentive { rowId }",
  );
  await change(client, "update_incentive", { incentiveId: incentive.rowId, status: "ACTIVE", ...(minTrustScore && { minTrustScore }) }, "");
  return incentive.rowId;
}
