import type { DiscountCodeFilter, DiscountCodeStatus, DiscountSyncStatus } from "@offergraph/sdk";
import { usePages } from "../api/use-pages.js";
import { Badge } from "../parts/badge.js";
import { Empty } from "../parts/empty.js";
import { choiceOf, type Filter, Filters, searchOf } from "../parts/filters.js";
import { Heading } from "../parts/heading.js";
import { RecordList } from "../parts/record-list.js";
import type { Column } from "../parts/table.js";
import { Nothing, Time } from "../parts/time.js";
import { linkTo, type PageProps } from "../router.js";
import { useSession } from "../session/context.js";
import { usesText, valueText } from "./code-value.js";

const statuses: readonly DiscountCodeStatus[] = ["ACTIVE", "SCHEDULED", "DRAFT", "EXPIRED"];
const syncStatuses: readonly DiscountSyncStatus[] = ["SYNCED", "PENDING", "FAILED", "NOT_PUSHED"];
const filters: readonly Filter[] = [
  { kind: "search", name: "search", label: "Code or title" },
  { kind: "choice", name: "status", label: "Status", values: statuses },
  { kind: "choice", name: "sync", label: "On stores", values: syncStatuses },
  { kind: "search", name: "tag", label: "Tag", placeholder: "Exact name" },
  { kind: "search", name: "partner", label: "Partner", placeholder: "Name or @handle" },
];

const fields = {
  rowId: true,
  code: true,
  title: true,
  status: true,
  valuePercent: true,
  valueAmount: true,
  usageCount: true,
  usageLimit: true,
  endsAt: true,
  partner: { name: true },
} as const;

interface Row {
  rowId: string;
  code: string;
  title: string;
  status: string;
  valuePercent: string | null;
  valueAmount: string | null;
  usageCount: number;
  usageLimit: number | null;
  endsAt: string | null;
  partner: { name: string } | null;
}

const columns: readonly Column<Row>[] = [
  { name: "Code", cell: ({ rowId, code }) => <a href={linkTo("codes", rowId)}>{code}</a> },
  { name: "Title", cell: ({ title }) => title, isMinor: true },
  { name: "Status", cell: ({ status }) => <Badge status={status} /> },
  { name: "Discount", cell: valueText, isNumber: true },
  { name: "Uses", cell: usesText, isNumber: true },
  { name: "Partner", cell: ({ partner }) => partner?.name ?? <Nothing />, isMinor: true },
  { name: "Ends", cell: ({ endsAt }) => <Time at={endsAt} />, isMinor: true },
];

export function CodeList({ query }: PageProps) {
  const { api } = useSession();
  const filter = filterOf(query);
  const pages = usePages<Row>(JSON.stringify(filter), (page, signal) =>
    api.listDiscountCodes({ ...page, filter, orderBy: ["CREATED_AT_DESC"], withTotal: true }, { fields, signal }),
  );
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <>
      <Heading title="Discount codes" />
      <Filters filters={filters} query={query} />
      <RecordList noun={["code", "codes"]} pages={pages} columns={columns} empty={<NoCodes isFiltered={isFiltered} />} />
    </>
  );
}

function NoCodes({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <Empty title="No code matches the filters">Remove a filter to see more codes.</Empty>;
  return (
    <Empty title="The workspace has no discount codes yet">
      Create the first code with <code>create_discount_code</code> in the <a href="explorer#operation=create_discount_code">explorer</a>.
    </Empty>
  );
}

function filterOf(query: URLSearchParams): DiscountCodeFilter {
  const text = searchOf(query, "search");
  const status = choiceOf(query, "status", statuses);
  const syncStatus = choiceOf(query, "sync", syncStatuses);
  const tag = searchOf(query, "tag");
  const partner = searchOf(query, "partner");
  return {
    ...(text && { or: [{ code: { includesInsensitive: text } }, { title: { includesInsensitive: text } }] }),
    ...(status && { status: { equalTo: status } }),
    ...(syncStatus && { syncStatus: { equalTo: syncStatus } }),
    ...(tag && { tag: { anyEqualTo: tag } }),
    ...(partner && { partnerId: partner }),
  };
}
