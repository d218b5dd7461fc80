import { orderCancelled, orderPlaced, orderRefunded } from "@offergraph/shared/contracts/events/orders";
import { type OrderEvent as Order, orderOf } from "@offergraph/testkit/orders";
import type { Client } from "./fixture.js";
import type { OtherServicesFixture } from "./other-services.js";

/** Returns the time that is `milliseconds` after the current time. */
export const timeIn = (fixture: OtherServicesFixture, milliseconds: number) =>
  new Date(fixture.clock.now().getTime() + milliseconds).toISOString();

export async function place(fixture: OtherServicesFixture, client: Client, changes: Partial<Order> = {}): Promise<Order> {
  const order = orderOf({ placedAt: timeIn(fixture, 0), updatedAt: timeIn(fixture, 0), ...changes });
  await fixture.emitEvent(orderPlaced, client.workspaceId, order.rowId, order);
  return order;
}

/** Emits a refund, by default of the full price. */
export const refund = (fixture: OtherServicesFixture, client: Client, order: Order, refundedTotal = order.totalPrice) =>
  fixture.emitEvent(orderRefunded, client.workspaceId, order.rowId, { ...order, refundedTotal, newlyRefunded: refundedTotal });

export const cancel = (fixture: OtherServicesFixture, client: Client, order: Order) =>
  fixture.emitEvent(orderCancelled, client.workspaceId, order.rowId, { ...order, orderStatus: "CANCELLED" });
