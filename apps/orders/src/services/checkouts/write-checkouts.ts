import { groupBy } from "@offergraph/service/db/group-by";
import { checkoutAbandoned, checkoutConverted } from "@offergraph/shared/contracts/events/orders";
import { customerIdsIn } from "@offergraph/shared/schema/customer-id";
import { shareAttributionLock } from "../../db/attribution.js";
import { lockIncomingCheckouts, writeConversions, writeIncomingCheckouts } from "../../db/incoming-checkouts.js";
import { lockLinks } from "../../db/link-checkouts.js";
import { lockRecordKeys } from "../../db/record-keys.js";
import { readReporting } from "../../db/reporting.js";
import { checkoutFields, conversionOf, type SentCheckout } from "../../domain/ingest/checkout.js";
import { addCustomers, toldByCheckout } from "../customers/add-customers.js";
import type { Kind, WriteResult } from "../ingest/kind.js";
import { keysOf, resolveVersions, versionsOf } from "../ingest/resolve-versions.js";
import { linkCheckouts } from "./link-checkouts.js";

export const checkoutKind: Kind<SentCheckout, typeof checkoutAbandoned | typeof checkoutConverted> = {
  name: "checkouts",
  emits: [checkoutAbandoned, checkoutConverted],
  hasConnection: true,
  fields: checkoutFields,
  timesOf: ({ providerUpdatedAt, startedAt }) => ({ providerUpdatedAt, startedAt }),
  partnerOf: ({ partner }) => partner,
  async write(tx, records, { reportingCurrency }) {
    const versions = versionsOf(records);
    await lockRecordKeys(tx, "checkouts", versions);
    // Prevents erasures while a batch is written.
    await shareAttributionLock(tx);
    // Prevents deadlocks: transactions that ingest orders also take this lock before row locks.
    await lockLinks(tx, "checkouts");
    const known = new Map((await lockIncomingCheckouts(tx, keysOf(versions))).map((checkout) => [checkout.rowId, checkout]));
    const { results, accepted } = resolveVersions(versions, [...known.values()]);
    await writeIncomingCheckouts(tx, accepted, (await readReporting(tx, reportingCurrency)).timeZone);
    const converted = await writeConversions(tx, conversionsOf(versions, results));
    const written = new Set([...accepted.map(({ rowId }) => rowId), ...converted]);
    await linkCheckouts(tx, [...written], known);
    await addCustomers(tx, versions, results, toldByCheckout, customerIdsIn(tx.workspaceId));
    return results;
  },
};

/** Calls `conversionOf` once per checkout, with all its versions from the batch. */
function conversionsOf(versions: readonly { sent: SentCheckout }[], results: readonly WriteResult[]) {
  const sent = versions.map((version, place) => ({ ...version.sent, rowId: results[place]?.rowId ?? "" }));
  return [...groupBy(sent, ({ rowId }) => rowId)].flatMap(([rowId, ofOne]) => {
    const conversion = conversionOf(ofOne);
    return conversion ? [{ ...conversion, rowId }] : [];
  });
}
