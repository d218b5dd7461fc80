"use server";

import { redirect } from "next/navigation";
import { after } from "next/server";
import { type CheckoutState, submitCheckout } from "@/lib/checkout";
import { sendOrder } from "@/lib/orders";

/** Server action that checks the discount code and, after a click on "Pay", pays the order. */
export async function checkout(previous: CheckoutState, form: FormData): Promise<CheckoutState> {
  const result = await submitCheckout(previous, form);
  if ("state" in result) return result.state;
  // `after` runs the function after the response, so the customer does not wait for Offergraph.
  after(() => sendOrder(result.orderNumber));
  redirect(`/orders/${result.orderNumber}`);
}
