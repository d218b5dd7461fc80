import { orderCancelled, orderPlaced, orderRefunded } from "@offergraph/shared/contracts/events/orders";
import { type OrderEvent as Order, orderOf } from "@offergraph/testkit/orders";
import type { OthersWorld } from "./others.js";
import type { Client } from "./world.js";

/** Time relative to now. */
export const timeIn = (world: OthersWorld, milliseconds: number) => new Date(world.clock.now().getTime() + milliseconds).toISOString();

/** Emits an order, placed now. */
export async function place(world: OthersWorld, client: Client, changes: Partial<Order> = {}): Promise<Order> {
  const order = orderOf({ placedAt: timeIn(world, 0), updatedAt: timeIn(world, 0), ...changes });
  await world.tell(orderPlaced, client.workspaceId, order.rowId, order);
  return order;
}

/** Emits a refund; default: the full price. */
export const refund = (world: OthersWorld, client: Client, order: Order, refundedTotal = order.totalPrice) =>
  world.tell(orderRefunded, client.workspaceId, order.rowId, { ...order, refundedTotal, newlyRefunded: refundedTotal });

export const cancel = (world: OthersWorld, client: Client, order: Order) =>
  world.tell(orderCancelled, client.workspaceId, order.rowId, { ...order, orderStatus: "CANCELLED" });
