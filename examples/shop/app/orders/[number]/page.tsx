import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { z } from "zod";
import { formatMoney } from "@/lib/format-money";
import { findOrder } from "@/lib/order-store";
import { surveyOf } from "@/lib/survey";

// The number is random, so only the customer knows the address of this page.
export const metadata: Metadata = { title: "Thank you", robots: { index: false } };

export default async function OrderPage({ params }: PageProps<"/orders/[number]">) {
  const number = z.uuid().safeParse((await params).number);
  const order = (number.success && (await findOrder(number.data))) || notFound();
  return (
    <>
      <h1>Thank you</h1>
      <p>
        You paid {formatMoney(order.price.total, order.product.currency)} for order {order.number}.
      </p>
      {/* This link reloads the whole page, so that the survey of the next order belongs to the customer of the next order. */}
      <p>
        <a href="/">Back to the shop</a>
      </p>
      <script async {...surveyOf(order.email)} />
    </>
  );
}
