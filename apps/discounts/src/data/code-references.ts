import type { Read } from "@offergraph/shared/database/read";
import { empty, type Statement, sql } from "@offergraph/shared/database/statement";
import type { Reference, Wanted } from "@offergraph/shared/references/kinds";
import { nameKey } from "@offergraph/shared/schema/name-key";
import { valueOfRank } from "@offergraph/shared/schema/ranks";
import { nameKinds, statuses } from "../domain/ranks.js";

const [aliasRank, mintedRank] = [nameKinds.indexOf("ALIAS"), nameKinds.indexOf("MINTED")];

/**
 * What others may know of a discount code: the one of this id, code or alias. Codes that were minted for grants name it only for who says
 * that he takes them too.
 */
export async function readCodeReferences(read: Read, wanted: Wanted<"discount_code">): Promise<Reference<"discount_code">[]> {
  const rows = await read<Omit<Reference<"discount_code">, "state"> & State>(sql`
    SELECT d.row_id AS "rowId", d.code, d.partner_id AS "partnerId", d.updated_at AS "updatedAt", d.status, d.start_at AS "startAt",
      d.ends_at AS "endsAt", d.is_exhausted AS "isExhausted", d.is_pool_empty AS "isPoolEmpty", d.is_pool_low AS "isPoolLow",
      EXISTS (SELECT FROM placements p WHERE p.discount_code_id = d.row_id) AS "isPlaced",
      ARRAY(SELECT n.name FROM code_names n WHERE n.discount_code_id = d.row_id AND n.kind = ${aliasRank} ORDER BY n.position) AS aliases
    FROM discount_codes d WHERE d.row_id = ${idOf(wanted)}`);
  return rows.map(({ rowId, code, aliases, partnerId, updatedAt, status, ...state }) => ({
    ...{ rowId, code, aliases, partnerId, updatedAt },
    state: { ...state, status: valueOfRank(statuses, status) },
  }));
}

type State = Omit<NonNullable<Reference<"discount_code">["state"]>, "status"> & { status: number };

function idOf(wanted: Wanted<"discount_code">): Statement {
  if ("id" in wanted) return sql`${wanted.id}::uuid`;
  const named = wanted.orMinted ? empty : sql` AND n.kind <> ${mintedRank}`;
  return sql`(SELECT n.discount_code_id FROM code_names n WHERE n.name_key = ${nameKey(wanted.name)}${named})`;
}
