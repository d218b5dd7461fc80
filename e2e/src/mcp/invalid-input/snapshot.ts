import type { GraphQLClient } from "../../client.js";

const query = `{
  codes: list_discount_codes(first: 50, orderBy: [ROW_ID_ASC], withTotal: true) {
    totalCount nodes { rowId code updatedAt tags placements { rowId updatedAt targets { externalRef } } }
  }
  forms: list_forms(first: 20) { nodes { rowId title status updatedAt placements { rowId updatedAt publicKey } triggers { rowId } } }
  rotation: get_promotion_rotation { formId main share }
  links: get_form_short_links { rowId disabled }
  incentives: list_incentives(first: 20) { nodes { rowId updatedAt status rules { rowId } grants(first: 20) { nodes { rowId decidedAt } } } }
}`;

/** Reads all writable records with the time of their last change. Two equal snapshots prove that nothing was written between them. */
export function readSnapshot(client: GraphQLClient): Promise<object> {
  return client.data(query);
}
