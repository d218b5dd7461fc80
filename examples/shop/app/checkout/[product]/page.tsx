import { randomUUID } from "node:crypto";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { connection } from "next/server";
import { findProduct } from "@/lib/catalog";
import { formatMoney } from "@/lib/format-money";
import { fullPriceOf } from "@/lib/price";
import { CheckoutForm } from "./form";

export const metadata: Metadata = { title: "Checkout" };

export default async function CheckoutPage({ params }: PageProps<"/checkout/[product]">) {
  const product = findProduct((await params).product) ?? notFound();
  // Each visit of this page gets its own order number, so Next.js must not cache the page.
  await connection();
  return (
    <>
      <h1>Checkout</h1>
      <p>
        {product.name}: {formatMoney(product.price, product.currency)}
      </p>
      <CheckoutForm number={randomUUID()} product={product} initial={{ email: "", code: "", price: fullPriceOf(product), problems: [] }} />
    </>
  );
}
