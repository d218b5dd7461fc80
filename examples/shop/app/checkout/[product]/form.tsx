"use client";

import { useActionState } from "react";
import type { Product } from "@/lib/catalog";
import type { CheckoutState } from "@/lib/checkout";
import { formatMoney } from "@/lib/format-money";
import { checkout } from "./actions";

interface Props {
  number: string;
  product: Product;
  initial: CheckoutState;
}

/** The form of the checkout, which also works without JavaScript. */
export function CheckoutForm({ number, product, initial }: Props) {
  const [{ email, code, price, problems }, action, isPending] = useActionState(checkout, initial);
  return (
    <form action={action}>
      <input type="hidden" name="number" value={number} />
      <input type="hidden" name="product" value={product.id} />
      <input type="hidden" name="total" value={price.total} />
      <label>
        Email
        <input name="email" type="email" autoComplete="email" maxLength={254} required defaultValue={email} />
      </label>
      <label>
        Discount code
        <input name="code" maxLength={255} autoComplete="off" defaultValue={code} />
      </label>
      <button type="submit" name="intent" value="apply" disabled={isPending}>
        Apply code
      </button>
      {problems.map((problem) => (
        <p key={problem} role="alert" className="problem">
          {problem}
        </p>
      ))}
      {price.code && (
        <p>
          Discount {price.code}: {formatMoney(`-${price.amountOff}`, product.currency)}
        </p>
      )}
      <p>
        <strong>Total: {formatMoney(price.total, product.currency)}</strong>
      </p>
      <button type="submit" name="intent" value="pay" disabled={isPending}>
        Pay
      </button>
    </form>
  );
}
