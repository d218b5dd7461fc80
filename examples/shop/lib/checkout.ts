import "server-only";
import { z } from "zod";
import { findProduct } from "./catalog";
import { findOrder } from "./order-store";
import { placeOrder } from "./orders";
import { checkPrice, type PriceCheck } from "./price";

export interface CheckoutState extends PriceCheck {
  email: string;
  code: string;
}

/** Number of the paid order, or state of the checkout form. */
export type CheckoutResult = { orderNumber: string } | { state: CheckoutState };

// Anyone can call a server action with any input, so the shop checks every field.
const Input = z.object({
  number: z.uuid("The order has no valid number. Load the page again."),
  product: z.string().transform((id, { addIssue }) => {
    const product = findProduct(id);
    if (!product) addIssue("The shop does not have this product.");
    return product ?? z.NEVER;
  }),
  /** The total that the page showed to the customer. */
  total: z.string(),
  email: z.string().trim().toLowerCase().pipe(z.email("Enter a valid email address.").max(254, "The email address is too long.")),
  code: z.string().trim().max(255, "The discount code is too long."),
  intent: z.enum(["apply", "pay"]),
});
type Input = z.output<typeof Input>;

/** The running payments, by order number. */
const running = new Map<string, Promise<CheckoutResult>>();

/** Checks the form and, after a click on "Pay", pays the order. */
export async function submitCheckout(previous: CheckoutState, form: FormData): Promise<CheckoutResult> {
  const { success, data, error } = Input.safeParse(Object.fromEntries(form));
  if (!success) return { state: { ...previous, ...enteredIn(form), problems: error.issues.map(({ message }) => message) } };
  if (data.intent === "apply") return { state: await stateOf(data) };
  // Set before the first `await`, because a second click must wait for the first payment.
  const payment = running.get(data.number) ?? pay(data).finally(() => running.delete(data.number));
  running.set(data.number, payment);
  return await payment;
}

async function pay(input: Input): Promise<CheckoutResult> {
  const { number, product, email, total } = input;
  const paid = { orderNumber: number };
  const known = await findOrder(number);
  // After the browser's Back button, the page still has the number of the paid order.
  if (known && (known.email !== email || known.product.id !== product.id)) {
    const problems = ["This order is already paid. Load the page again to buy something else."];
    return { state: { ...(await stateOf(input)), problems } };
  }
  if (known) return paid;
  // The server computes the price again and ignores the browser's price.
  const state = await stateOf(input);
  if (state.problems.length === 0 && state.price.total !== total)
    state.problems.push("The total has changed. Check the new total before you pay.");
  if (state.problems.length === 0) {
    await placeOrder({ number, product, email, price: state.price });
    return paid;
  }
  // If another process has paid the order meanwhile, the payment may have used up the discount code.
  return (await findOrder(number)) ? paid : { state };
}

async function stateOf({ product, code, email }: Input): Promise<CheckoutState> {
  return { email, code, ...(await checkPrice(product, code, email)) };
}

/** Returns the entered values, which an invalid form shows again. */
function enteredIn(form: FormData): { email: string; code: string } {
  return { email: String(form.get("email") ?? ""), code: String(form.get("code") ?? "") };
}
