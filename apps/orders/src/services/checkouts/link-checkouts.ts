import { checkoutAbandoned, checkoutConverted } from "@offergraph/shared/contracts/events/orders";
import { valueOfOrdinal } from "@offergraph/shared/schema/ordinals";
import { readCheckoutStates } from "../../db/checkouts.js";
import { convertCheckouts, convertCheckoutsOf, lockLinks } from "../../db/link-checkouts.js";
import { syncOpenCheckouts } from "../../db/open-checkouts.js";
import type { CheckoutState } from "../../db/rows.js";
import { checkoutEvents } from "../../domain/checkouts.js";
import { checkoutStages, checkoutStatuses } from "../../domain/ordinals.js";
import type { Tx } from "../../tx.js";

/** Links newly written checkouts to stored orders. The ids must be distinct. `known` contains the checkouts before the write, by id. */
export async function linkCheckouts(
  tx: Tx<typeof checkoutAbandoned | typeof checkoutConverted>,
  ids: readonly string[],
  known: ReadonlyMap<string, { status: number }>,
): Promise<void> {
  if (ids.length === 0) return;
  await convertCheckouts(tx, ids);
  await syncOpenCheckouts(tx, ids);
  const states = new Map((await readCheckoutStates(tx, ids)).map((state) => [state.rowId, state]));
  for (const id of ids) {
    const after = states.get(id);
    if (!after) continue;
    const { abandoned, converted } = checkoutEvents(known.get(id)?.status ?? null, after.status);
    if (abandoned) tx.emit(checkoutAbandoned, id, checkoutDataOf(after));
    if (converted) tx.emit(checkoutConverted, id, checkoutDataOf(after));
  }
}

/** Links stored checkouts to newly written orders. Emits an event for each checkout that becomes CONVERTED. */
export async function linkOrders(tx: Tx<typeof checkoutConverted>, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length === 0) return;
  await lockLinks(tx, "orders");
  const linked = await convertCheckoutsOf(tx, orderIds);
  const ids = linked.map(({ rowId }) => rowId);
  await syncOpenCheckouts(tx, ids);
  for (const { before, ...after } of linked)
    if (checkoutEvents(before, after.status).converted) tx.emit(checkoutConverted, after.rowId, checkoutDataOf(after));
}

export function checkoutDataOf(checkout: CheckoutState) {
  return { ...checkout, stage: valueOfOrdinal(checkoutStages, checkout.stage), status: valueOfOrdinal(checkoutStatuses, checkout.status) };
}
