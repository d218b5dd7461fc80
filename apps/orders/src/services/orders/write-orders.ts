import { checkoutConverted } from "@offergraph/shared/contracts/events/orders";
import { customerIdsIn } from "@offergraph/shared/schema/customer-id";
import { shareAttributionLock } from "../../db/attribution.js";
import { type IncomingOrder, type KnownOrder, lockIncomingOrders, writeIncomingOrders, writtenOrders } from "../../db/incoming-orders.js";
import { lockRecordKeys } from "../../db/record-keys.js";
import { readReporting } from "../../db/reporting.js";
import { sentDiscountsOf } from "../../domain/ingest/discount-codes.js";
import { orderFields, type SentOrder } from "../../domain/ingest/order.js";
import type { Tx } from "../../tx.js";
import { attributeSent } from "../attribution/attribute-sent.js";
import { linkOrders } from "../checkouts/link-checkouts.js";
import { addCustomers, toldByOrder } from "../customers/add-customers.js";
import type { Kind } from "../ingest/kind.js";
import { keysOf, resolveVersions, versionsOf } from "../ingest/resolve-versions.js";
import { reportOrders } from "../reporting/report-orders.js";
import { emitOrderEvents, type OrderChange, orderChanges } from "./emit-order-events.js";

export const orderKind: Kind<SentOrder, OrderChange | typeof checkoutConverted> = {
  name: "orders",
  emits: [...orderChanges, checkoutConverted],
  hasConnection: true,
  fields: orderFields,
  laneKeyOf: ({ externalRef }) => externalRef,
  codesOf: (sent) => sentDiscountsOf(sent.discountCodes).discountCodes,
  timesOf: ({ providerUpdatedAt, placedAt, paidAt }) => ({ providerUpdatedAt, placedAt, paidAt }),
  async write(tx, records, { reportingCurrency }) {
    const versions = versionsOf(records);
    await lockRecordKeys(tx, "orders", versions);
    await shareAttributionLock(tx);
    const known = new Map((await lockIncomingOrders(tx, keysOf(versions))).map((order) => [order.rowId, order]));
    const { results, accepted } = resolveVersions(versions, [...known.values()]);
    const customerIdOf = customerIdsIn(tx.workspaceId);
    if (accepted.length > 0) await writeAccepted(tx, { accepted, known, reportingCurrency, customerIdOf });
    await addCustomers(tx, versions, results, toldByOrder, customerIdOf);
    return results;
  },
};

interface AcceptedOrders {
  accepted: readonly Pick<IncomingOrder, "rowId" | "connectionId" | "hash" | "sent">[];
  known: ReadonlyMap<string, KnownOrder>;
  reportingCurrency: string;
  customerIdOf(customerRef: string): string;
}

async function writeAccepted(
  tx: Tx<OrderChange | typeof checkoutConverted>,
  { accepted, known, reportingCurrency, customerIdOf }: AcceptedOrders,
): Promise<void> {
  const reporting = await readReporting(tx, reportingCurrency);
  const incoming = await attributeSent(tx, accepted, known, customerIdOf);
  const orders = writtenOrders(tx, incoming, known);
  const emitAll = async () => emitOrderEvents(tx, orders, known);
  // Creates the events while PostgreSQL writes the orders.
  await Promise.all([writeIncomingOrders(tx, incoming, known, reporting.timeZone), emitAll()]);
  await reportOrders(tx, orders, reporting);
  const added = orders.map(({ rowId }) => rowId).filter((id) => !known.has(id));
  await linkOrders(tx, added);
}
