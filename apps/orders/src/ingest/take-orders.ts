import { holdAttribution } from "../data/attribution.js";
import { readReportingCurrency } from "../data/reporting-currency.js";
import { lockRecordKeys } from "../data/sent-keys.js";
import { lockSentOrders, writeSentOrders } from "../data/sent-orders.js";
import { orderFields, readOrder, type SentOrder } from "../domain/ingest/order.js";
import { attributeSent } from "./attribute-sent.js";
import type { Kind } from "./kind.js";
import { linkOrders } from "./link-checkouts.js";
import { reportOrders } from "./report-orders.js";
import { judgeVersions, keysOf } from "./take-versions.js";
import { tellOrders } from "./tell.js";
import { versionHash } from "./version-hash.js";

export const orderKind: Kind<SentOrder> = {
  name: "orders",
  hasConnection: true,
  takesConnectionKeys: true,
  fields: orderFields,
  read: readOrder,
  codesOf: ({ discountCodes }) => discountCodes,
  timesOf: ({ providerUpdatedAt, placedAt, paidAt }) => ({ providerUpdatedAt, placedAt, paidAt }),
  async take(write, records, { reportingCurrency }) {
    const versions = records.map(({ connectionId, sent }) => ({
      connectionId,
      externalRef: sent.externalRef,
      time: sent.providerUpdatedAt,
      hash: versionHash(sent),
      sent,
    }));
    await lockRecordKeys(write, "orders", versions);
    await holdAttribution(write);
    const known = new Map((await lockSentOrders(write, keysOf(versions))).map((order) => [order.rowId, order]));
    const { taken, kept } = judgeVersions(versions, [...known.values()]);
    if (kept.length === 0) return taken;
    const sent = kept.flatMap(({ place, rowId }) => {
      const version = versions[place];
      return version ? [{ rowId, connectionId: version.connectionId, hash: version.hash, order: version.sent }] : [];
    });
    const orders = await writeSentOrders(write, await attributeSent(write, sent, known), known);
    await reportOrders(write, orders, await readReportingCurrency(write, reportingCurrency));
    await linkOrders(
      write,
      orders.map(({ rowId }) => rowId).filter((id) => !known.has(id)),
    );
    tellOrders(write, orders, known);
    return taken;
  },
};
