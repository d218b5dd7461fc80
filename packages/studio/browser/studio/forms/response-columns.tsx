import { Badge } from "../parts/badge.js";
import { shareText } from "../parts/format.js";
import type { Column } from "../parts/table.js";
import { Nothing, Time } from "../parts/time.js";
import { Answers } from "./answers.js";

export const responseFields = {
  rowId: true,
  createdAt: true,
  status: true,
  answers: true,
  trustScore: true,
  customer: { ref: true, name: true },
  form: { title: true },
} as const;

export interface ResponseRow {
  rowId: string;
  createdAt: string;
  status: string;
  answers: { [name: string]: unknown };
  trustScore: number | null;
  customer: { ref: string | null; name: string | null } | null;
  form: { title: string | null } | null;
}

export const responseColumns: readonly Column<ResponseRow>[] = [
  { name: "Started", cell: ({ createdAt }) => <Time at={createdAt} /> },
  { name: "Status", cell: ({ status }) => <Badge status={status} /> },
  { name: "Answers", cell: ({ answers }) => <Answers answers={answers} /> },
  { name: "Customer", cell: ({ customer }) => customer?.name ?? customer?.ref ?? <Nothing />, isMinor: true },
  { name: "Trust", cell: ({ trustScore }) => (trustScore === null ? <Nothing /> : shareText(trustScore)), isNumber: true, isMinor: true },
];
