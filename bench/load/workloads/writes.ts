import { randomBytes } from "node:crypto";
import type { Api } from "../api.js";
import { LoadError } from "../settings.js";
import { graphql, type LoadRequest } from "./workload.js";

const create = `mutation ($body: DiscountCodeBody!) {
  create_discount_code(input: { body: $body }) { discountCode { rowId } userErrors { field code message } }
}`;
const find = `query ($prefix: String!) {
  list_discount_codes(first: 1000, filter: { code: { includesInsensitive: $prefix } }) { nodes { rowId code } }
}`;
const remove = `mutation ($ids: [UUID!]!) {
  bulk_delete_discount_codes(input: { ids: $ids }) { deletedIds userErrors { message } }
}`;

/** Creates and deletes draft discount codes with a unique prefix. */
export class Writes {
  readonly prefix = `LOADTEST-${Date.now().toString(36)}${randomBytes(3).toString("hex")}-`.toUpperCase();
  private index = 0;

  next(): LoadRequest {
    const body = {
      ...{ code: `${this.prefix}${++this.index}`, aliased_codes: [], title: "Load test", status: "DRAFT" },
      ...{ value_kind: "percent", value_percent: 10, value_amount: null, usage_limit: null, start_at: null, ends_at: null },
    };
    return graphql("write", create, { body });
  }

  /** Deletes the discount codes that this load test created. Returns the number of deleted codes. */
  async deleteAll(api: Api): Promise<number> {
    for (let deleted = 0; ; ) {
      const { list_discount_codes } = await api.call<{ list_discount_codes: { nodes: { rowId: string; code: string }[] } }>(find, {
        prefix: this.prefix,
      });
      const ids = list_discount_codes.nodes.filter(({ code }) => code.startsWith(this.prefix)).map(({ rowId }) => rowId);
      if (ids.length === 0) return deleted;
      const { bulk_delete_discount_codes: result } = await api.call<{
        bulk_delete_discount_codes: { deletedIds: string[] | null; userErrors: { message: string }[] };
      }>(remove, { ids });
      if (!result.deletedIds?.length) throw new LoadError(`The discount codes were not deleted: ${result.userErrors[0]?.message}`);
      deleted += result.deletedIds.length;
    }
  }
}
