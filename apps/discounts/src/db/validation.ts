import type { Read } from "@offergraph/service/db/read";
import { sql } from "@offergraph/service/db/statement";
import { nameKinds } from "../domain/ordinals.js";
import { reserved } from "./availability.js";

/** The discount code that has a name, and the grant that owns the name. The discount code may have been deleted. */
export interface NamedCode {
  discountCodeId: string;
  isMinted: boolean;
  /** If no grant owns the name, `grantId` is null, and the fields about the grant are null or false. */
  grantId: string | null;
  customerId: string | null;
  isUsed: boolean;
  isEnded: boolean;
  expiresAt: string | null;
}

export async function readNamedCode(read: Read, nameKey: string): Promise<NamedCode | undefined> {
  const [named] = await read<NamedCode>(sql`
    SELECT n.discount_code_id AS "discountCodeId", n.kind = ${nameKinds.indexOf("MINTED")}::smallint AS "isMinted", g.grant_id AS "grantId",
      g.customer_id AS "customerId", (g.used_by IS NOT NULL OR g.redeemed_at IS NOT NULL) AS "isUsed", g.ended_at IS NOT NULL AS "isEnded",
      g.expires_at AS "expiresAt"
    FROM code_names n LEFT JOIN grant_codes g ON g.own_key = n.name_key AND g.discount_code_id = n.discount_code_id
    WHERE n.name_key = ${nameKey}`);
  return named;
}

/** Counts the uses of a code that are reserved for other grants. Also checks if one of the customers has used the code. */
export async function readUses(read: Read, discountCodeId: string, grantId: string | null, customerIds: readonly string[]) {
  const [uses] = await read<{ reservedCount: number; isUsedByCustomer: boolean }>(sql`
    SELECT (
      SELECT count(*)::integer FROM grant_codes g
      WHERE g.discount_code_id = ${discountCodeId}::uuid AND ${reserved} AND g.grant_id IS DISTINCT FROM ${grantId}::uuid
    ) AS "reservedCount", EXISTS (
      SELECT FROM order_usages u WHERE u.discount_code_id = ${discountCodeId}::uuid AND u.customer_id = ANY(${customerIds}::uuid[])
    ) AS "isUsedByCustomer"`);
  return uses ?? { reservedCount: 0, isUsedByCustomer: false };
}

export async function readPlacementId(read: Read, discountCodeId: string, connectionId: string): Promise<string | undefined> {
  const [placement] = await read<{ rowId: string }>(sql`
    SELECT p.row_id AS "rowId" FROM placements p
    WHERE p.discount_code_id = ${discountCodeId}::uuid AND p.connection_id = ${connectionId}::uuid`);
  return placement?.rowId;
}
