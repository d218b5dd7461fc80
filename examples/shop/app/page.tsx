import Link from "next/link";
import { allProducts } from "@/lib/catalog";
import { formatMoney } from "@/lib/format-money";

export default function ProductsPage() {
  return (
    <>
      <h1>A small shop</h1>
      <ul>
        {allProducts().map(({ id, name, price, currency }) => (
          <li key={id}>
            <Link href={`/checkout/${id}`}>{name}</Link>, {formatMoney(price, currency)}
          </li>
        ))}
      </ul>
    </>
  );
}
