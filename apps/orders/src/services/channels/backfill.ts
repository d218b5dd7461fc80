import { maxPage, type Reference } from "@offergraph/service/replicas/kinds";
import type { RequestRecords } from "@offergraph/service/replicas/request";
import { nameKey } from "@offergraph/shared/schema/name-key";
import { insertGrantedCodes } from "../../db/granted-codes.js";
import { storeChannels } from "../../db/responses.js";
import type { Db } from "../../tx.js";

/** One step of a backfill that looks up records of another service. `store` writes the records. */
interface Step {
  /** Id of the step's last record, after which the next step begins; null if no records are left. */
  after: string | null;
  store(tx: Db): Promise<void>;
}
export type LookUpStep = (ask: RequestRecords, workspaceId: string, after: string) => Promise<Step>;

/**
 * Backfills for the migration that adds channels of orders. The backfills look up older responses and grants, because events expire after
 * 30 days.
 */
export const channelBackfills: Readonly<Record<string, LookUpStep>> = {
  async "channels of responses"(ask, workspaceId, after) {
    const records = await ask({ service: "forms", kind: "ended_responses", workspaceId, wanted: { after } });
    return { after: nextAfter(records, ({ rowId }) => rowId), store: (tx) => storeChannels(tx, records) };
  },
  async "codes of grants"(ask, workspaceId, after) {
    const records = await ask({ service: "incentives", kind: "granted_codes", workspaceId, wanted: { after } });
    return { after: nextAfter(records, ({ grantId }) => grantId), store: (tx) => insertGrantedCodes(tx, records.map(rowOf)) };
  },
};

const rowOf = ({ code, ...grant }: Reference<"granted_codes">) => ({ ...grant, nameKey: nameKey(code) });

function nextAfter<Found>(records: readonly Found[], idOf: (record: Found) => string): string | null {
  const last = records.at(-1);
  return records.length < maxPage || last === undefined ? null : idOf(last);
}
