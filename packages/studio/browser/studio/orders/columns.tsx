import { Badge } from "../parts/badge.js";
import { moneyText } from "../parts/format.js";
import type { Column } from "../parts/table.js";
import { Nothing, Time } from "../parts/time.js";
import { linkTo } from "../router.js";

export const orderFields = {
  rowId: true,
  externalRef: true,
  placedAt: true,
  totalPrice: true,
  refundedTotal: true,
  attributedRevenue: true,
  currencyId: true,
  orderStatus: true,
  financialStatus: true,
} as const;

export interface OrderRow {
  rowId: string;
  externalRef: string;
  placedAt: string;
  totalPrice: string;
  refundedTotal: string;
  attributedRevenue: string | null;
  currencyId: string;
  orderStatus: string;
  financialStatus: string;
}

export const orderColumns: readonly Column<OrderRow>[] = [
  { name: "Order", cell: ({ rowId, externalRef }) => <a href={linkTo("orders", rowId)}>{externalRef}</a> },
  { name: "Placed", cell: ({ placedAt }) => <Time at={placedAt} /> },
  { name: "Total", cell: ({ totalPrice, currencyId }) => moneyText(totalPrice, currencyId), isNumber: true },
  {
    name: "Attributed",
    cell: ({ attributedRevenue, currencyId }) => (attributedRevenue === null ? <Nothing /> : moneyText(attributedRevenue, currencyId)),
    isNumber: true,
    isMinor: true,
  },
  { name: "Status", cell: ({ orderStatus }) => <Badge status={orderStatus} />, isMinor: true },
  { name: "Payment", cell: ({ financialStatus }) => <Badge status={financialStatus} /> },
];
