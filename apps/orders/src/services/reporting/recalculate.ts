import { daysInZone } from "@offergraph/shared/time/zone-days";
import { lockAttribution, shareAttributionLock } from "../../db/attribution.js";
import {
  isSwitchDue,
  lockCheckoutsAfter,
  lockOrdersAfter,
  lockRecalculation,
  recordRecalculated,
  switchReporting,
  writeDays,
} from "../../db/recalculation.js";
import type { Reporting } from "../../db/reporting.js";
import type { Db } from "../../tx.js";
import { reportOrders } from "./report-orders.js";

const maxRecords = 500;

/** Applies changed reporting settings. First waits until no transaction uses the previous settings. */
export async function applySettings(tx: Db): Promise<Reporting | undefined> {
  if (!(await isSwitchDue(tx))) return undefined;
  await lockAttribution(tx);
  return switchReporting(tx);
}

/** Recalculates the next batch of orders (days and reported amounts) or checkouts (days). Returns false if no recalculation is due. */
export async function recalculateBatch(tx: Db): Promise<boolean> {
  await shareAttributionLock(tx);
  const begun = await lockRecalculation(tx);
  if (!begun) return false;
  if (begun.ordersAfter !== null) await recalculateOrders(tx, begun, begun.ordersAfter);
  else if (begun.checkoutsAfter !== null) await recalculateCheckouts(tx, begun, begun.checkoutsAfter);
  return true;
}

async function recalculateOrders(tx: Db, reporting: Reporting, after: string): Promise<void> {
  const dayOf = daysInZone(reporting.timeZone);
  const orders = await lockOrdersAfter(tx, after, maxRecords);
  const days = orders.map(({ rowId, placedAt, placedDay }) => ({ rowId, day: dayOf(placedAt), before: placedDay }));
  await writeDays(
    tx,
    "orders",
    days.filter(({ day, before }) => day !== before),
  );
  await reportOrders(tx, orders, reporting);
  await recordRecalculated(tx, "orders", lastOf(orders));
}

async function recalculateCheckouts(tx: Db, { timeZone }: Reporting, after: string): Promise<void> {
  const dayOf = daysInZone(timeZone);
  const checkouts = await lockCheckoutsAfter(tx, after, maxRecords);
  const days = checkouts.map(({ rowId, startedAt, startedDay }) => ({ rowId, day: dayOf(startedAt), before: startedDay }));
  await writeDays(
    tx,
    "checkouts",
    days.filter(({ day, before }) => day !== before),
  );
  await recordRecalculated(tx, "checkouts", lastOf(checkouts));
}

const lastOf = (records: readonly { rowId: string }[]) => (records.length < maxRecords ? null : (records.at(-1)?.rowId ?? null));
