import { checkoutConverted } from "@offergraph/shared/contracts/events/orders";
import { shareAttributionLock } from "../../db/attribution.js";
import { lockIncomingOrders, writeIncomingOrders } from "../../db/incoming-orders.js";
import { lockRecordKeys } from "../../db/record-keys.js";
import { readReportingCurrency } from "../../db/reporting-currency.js";
import { orderFields, readOrder, type SentOrder } from "../../domain/ingest/order.js";
import { attributeSent } from "../attribution/attribute-sent.js";
import { linkOrders } from "../checkouts/link-checkouts.js";
import type { Kind } from "../ingest/kind.js";
import { keysOf, resolveVersions, versionHash } from "../ingest/resolve-versions.js";
import { reportOrders } from "../reporting/report-orders.js";
import { emitOrderEvents, type OrderChange, orderChanges } from "./emit-order-events.js";

export const orderKind: Kind<SentOrder, OrderChange | typeof checkoutConverted> = {
  name: "orders",
  emits: [...orderChanges, checkoutConverted],
  hasConnection: true,
  takesConnectionKeys: true,
  fields: orderFields,
  read: readOrder,
  codesOf: ({ discountCodes }) => discountCodes,
  timesOf: ({ providerUpdatedAt, placedAt, paidAt }) => ({ providerUpdatedAt, placedAt, paidAt }),
  async write(tx, records, { reportingCurrency }) {
    const versions = records.map(({ connectionId, sent }) => ({
      connectionId,
      externalRef: sent.externalRef,
      time: sent.providerUpdatedAt,
      hash: versionHash(sent),
      sent,
    }));
    await lockRecordKeys(tx, "orders", versions);
    await shareAttributionLock(tx);
    const known = new Map((await lockIncomingOrders(tx, keysOf(versions))).map((order) => [order.rowId, order]));
    const { taken, kept } = resolveVersions(versions, [...known.values()]);
    if (kept.length === 0) return taken;
    const sent = kept.flatMap(({ place, rowId }) => {
      const version = versions[place];
      return version ? [{ rowId, connectionId: version.connectionId, hash: version.hash, order: version.sent }] : [];
    });
    const orders = await writeIncomingOrders(tx, await attributeSent(tx, sent, known), known);
    await reportOrders(tx, orders, await readReportingCurrency(tx, reportingCurrency));
    await linkOrders(
      tx,
      orders.map(({ rowId }) => rowId).filter((id) => !known.has(id)),
    );
    emitOrderEvents(tx, orders, known);
    return taken;
  },
};
