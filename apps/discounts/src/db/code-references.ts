import type { Read } from "@offergraph/service/db/read";
import { empty, type Statement, sql } from "@offergraph/service/db/statement";
import type { Lookup, Reference } from "@offergraph/service/replicas/kinds";
import { nameKey } from "@offergraph/shared/schema/name-key";
import { valueOfOrdinal } from "@offergraph/shared/schema/ordinals";
import { nameKinds, statuses } from "../domain/ordinals.js";
import { readRecords } from "./discount-codes.js";
import { idsOf } from "./rows.js";

const [aliasOrdinal, mintedOrdinal] = [nameKinds.indexOf("ALIAS"), nameKinds.indexOf("MINTED")];

/**
 * Looks up a discount code for another service by id, code or alias. If `orMinted` is true, also looks up discount codes by minted code.
 */
export async function readCodeReferences(read: Read, lookup: Lookup<"discount_code">): Promise<Reference<"discount_code">[]> {
  const rows = await read<Omit<Reference<"discount_code">, "state"> & State>(sql`
    SELECT d.row_id AS "rowId", d.code, d.partner_id AS "partnerId", d.updated_at AS "updatedAt", d.status, d.start_at AS "startAt",
      d.ends_at AS "endsAt", d.is_exhausted AS "isExhausted", d.is_pool_empty AS "isPoolEmpty", d.is_pool_low AS "isPoolLow",
      EXISTS (SELECT FROM placements p WHERE p.discount_code_id = d.row_id) AS "isPlaced",
      ARRAY(SELECT n.name FROM code_names n WHERE n.discount_code_id = d.row_id AND n.kind = ${aliasOrdinal} ORDER BY n.position) AS aliases
    FROM discount_codes d WHERE d.row_id = ${idOf(lookup)}`);
  return rows.map(({ rowId, code, aliases, partnerId, updatedAt, status, ...state }) => ({
    ...{ rowId, code, aliases, partnerId, updatedAt },
    state: { ...state, status: valueOfOrdinal(statuses, status) },
  }));
}

type State = Omit<NonNullable<Reference<"discount_code">["state"]>, "status"> & { status: number };

function idOf(lookup: Lookup<"discount_code">): Statement {
  if ("id" in lookup) return sql`${lookup.id}::uuid`;
  const named = lookup.orMinted ? empty : sql` AND n.kind <> ${mintedOrdinal}`;
  return sql`(SELECT n.discount_code_id FROM code_names n WHERE n.name_key = ${nameKey(lookup.name)}${named})`;
}

/** Maximum number of aliases per code in a reply. Other services get codes with more aliases only from events. */
const maxAliases = 50;
/** Maximum size of a reply in bytes. The NATS server accepts larger messages. */
const maxAnswerBytes = 512 * 1024;

/** Returns the discount codes that have one of these names, up to the maximum reply size. */
export async function readCodesNamed(read: Read, names: readonly string[]): Promise<Reference<"discount_code_names">[]> {
  const keys = [...new Set(names.map(nameKey))];
  const found = await read<{ rowId: string }>(sql`
    SELECT DISTINCT d.row_id AS "rowId" FROM code_names n JOIN discount_codes d ON d.workspace_id = n.workspace_id AND d.row_id = n.discount_code_id
    WHERE n.name_key = ANY(${keys}::text[]) AND n.kind <> ${mintedOrdinal} AND d.alias_count <= ${maxAliases}::integer`);
  if (found.length === 0) return [];
  const records = await readRecords(read, idsOf(found));
  const answer: Reference<"discount_code_names">[] = [];
  let bytes = 0;
  for (const { rowId, code, aliasedCodes, partnerId, publicTier, createdAt, updatedAt } of records) {
    const reference = { rowId, code, aliases: aliasedCodes.map((alias) => alias.code), partnerId, publicTier, createdAt, updatedAt };
    bytes += Buffer.byteLength(JSON.stringify(reference));
    if (bytes > maxAnswerBytes) break;
    answer.push(reference);
  }
  return answer;
}
