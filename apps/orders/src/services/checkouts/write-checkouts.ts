import { groupBy } from "@offergraph/service/db/group-by";
import { checkoutAbandoned, checkoutConverted } from "@offergraph/shared/contracts/events/orders";
import { lockIncomingCheckouts, writeConversions, writeIncomingCheckouts } from "../../db/incoming-checkouts.js";
import { lockLinks } from "../../db/link-checkouts.js";
import { lockRecordKeys } from "../../db/record-keys.js";
import { checkoutFields, readCheckout, type SentCheckout } from "../../domain/ingest/checkout.js";
import { conversionOf } from "../../domain/ingest/conversions.js";
import type { Kind, WriteResult } from "../ingest/kind.js";
import { keysOf, resolveVersions, versionHash } from "../ingest/resolve-versions.js";
import { linkCheckouts } from "./link-checkouts.js";

export const checkoutKind: Kind<SentCheckout, typeof checkoutAbandoned | typeof checkoutConverted> = {
  name: "checkouts",
  emits: [checkoutAbandoned, checkoutConverted],
  hasConnection: true,
  takesConnectionKeys: true,
  fields: checkoutFields,
  read: readCheckout,
  timesOf: ({ providerUpdatedAt, startedAt }) => ({ providerUpdatedAt, startedAt }),
  partnerOf: ({ partner }) => partner,
  async write(tx, records) {
    const versions = records.map(({ connectionId, partnerId, sent }) => ({
      connectionId,
      partnerId,
      externalRef: sent.externalRef,
      time: sent.providerUpdatedAt,
      hash: versionHash(sent),
      sent,
    }));
    await lockRecordKeys(tx, "checkouts", versions);
    // Taken before any checkout row, in the same order as transactions that ingest orders.
    await lockLinks(tx, "checkouts");
    const known = new Map((await lockIncomingCheckouts(tx, keysOf(versions))).map((checkout) => [checkout.rowId, checkout]));
    const { taken, kept } = resolveVersions(versions, [...known.values()]);
    const checkouts = kept.flatMap(({ place, rowId }) => {
      const version = versions[place];
      return version ? [{ ...version, rowId, checkout: version.sent }] : [];
    });
    await writeIncomingCheckouts(tx, checkouts);
    const converted = await writeConversions(tx, conversionsOf(versions, taken));
    const written = new Set([...checkouts.map(({ rowId }) => rowId), ...converted]);
    await linkCheckouts(tx, [...written], known);
    return taken;
  },
};

/** Returns the conversions according to all versions of a batch, stale ones included. */
function conversionsOf(versions: readonly { sent: SentCheckout }[], taken: readonly WriteResult[]) {
  const said = versions.map(({ sent }, place) => ({ sent, rowId: taken[place]?.rowId ?? "" }));
  return [...groupBy(said, ({ rowId }) => rowId)].flatMap(([rowId, ofOne]) => {
    const conversion = conversionOf(ofOne.map(({ sent }) => sent));
    return conversion ? [{ ...conversion, rowId }] : [];
  });
}
