import { grantRedeemed, grantReversed } from "@offergraph/shared/contracts/events/incentives";
import { dropTask } from "../../db/due-grants.js";
import type { GrantRow } from "../../db/rows.js";
import { type GivenCode, type OrderRow, readOrdersOfResponse, readOrdersWith } from "../../db/used-grants.js";
import { changeGrant } from "../../db/write-grants.js";
import { isLed, isUndone, uses } from "../../domain/redemption.js";
import { grantDataOf } from "../incentives/event-data.js";
import { takeBack } from "./benefits.js";
import type { GrantWrite } from "./write.js";

/** Matches a grant just issued with orders that arrived before it: redeems it, or reverses it if all orders of its response are undone. */
export async function matchRedemption(write: GrantWrite, grant: GrantRow, code?: GivenCode): Promise<GrantRow> {
  if (!code) return reverseIfUndone(write, grant);
  const given = { ...grant, ...code };
  const order = (await readOrdersWith(write.read, given)).find((one) => uses(one, given));
  if (!order) return grant;
  const redeemed = await redeem(write, grant.rowId, order);
  return isUndone(order) ? reverse(write, redeemed, order.rowId) : redeemed;
}

/** Reverses a grant other than a discount if its response has known orders and all were cancelled or fully refunded. */
export async function reverseIfUndone(write: GrantWrite, grant: GrantRow): Promise<GrantRow> {
  const orders = (await readOrdersOfResponse(write.read, grant.formResponseId)).filter((order) => isLed(order, grant));
  const last = orders.at(-1);
  return last && orders.every(isUndone) ? reverse(write, grant, last.rowId) : grant;
}

export async function redeem(write: GrantWrite, rowId: string, order: OrderRow): Promise<GrantRow> {
  await dropTask(write, rowId, "EXPIRE");
  const grant = await changeGrant(write, rowId, { state: "REDEEMED", orderId: order.rowId, failureReason: null });
  write.emit(grantRedeemed, rowId, grantDataOf(grant));
  return grant;
}

export async function reverse(write: GrantWrite, { rowId }: GrantRow, orderId: string): Promise<GrantRow> {
  await dropTask(write, rowId, "EXPIRE");
  const grant = await changeGrant(write, rowId, { state: "REVERSED", orderId });
  await takeBack(write, grant, "REVERSED");
  write.emit(grantReversed, rowId, grantDataOf(grant));
  return grant;
}
