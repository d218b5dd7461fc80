import type { IncentiveFilter } from "@offergraph/sdk";
import { usePages } from "../api/use-pages.js";
import { Badge } from "../parts/badge.js";
import { Empty } from "../parts/empty.js";
import { type Filter, Filters, searchOf } from "../parts/filters.js";
import { words } from "../parts/format.js";
import { Heading } from "../parts/heading.js";
import { RecordList } from "../parts/record-list.js";
import type { Column } from "../parts/table.js";
import { Nothing, Time } from "../parts/time.js";
import { linkTo, type PageProps } from "../router.js";
import { useSession } from "../session/context.js";

const filters: readonly Filter[] = [{ kind: "search", name: "search", label: "Name" }];
const fields = { rowId: true, name: true, status: true, tier: true, updatedAt: true, form: { title: true, formSlug: true } } as const;

interface Row {
  rowId: string;
  name: string;
  status: string;
  tier: string | null;
  updatedAt: string;
  form: { title: string | null; formSlug: string } | null;
}

const columns: readonly Column<Row>[] = [
  { name: "Incentive", cell: ({ rowId, name }) => <a href={linkTo("incentives", rowId)}>{name}</a> },
  { name: "Status", cell: ({ status }) => <Badge status={status} /> },
  { name: "Form", cell: ({ form }) => form?.title ?? form?.formSlug ?? <Nothing />, isMinor: true },
  { name: "Tier", cell: ({ tier }) => (tier ? words(tier) : <Nothing />), isMinor: true },
  { name: "Changed", cell: ({ updatedAt }) => <Time at={updatedAt} /> },
];

export function IncentiveList({ query }: PageProps) {
  const { api } = useSession();
  const text = searchOf(query, "search");
  const filter: IncentiveFilter = text ? { name: { includesInsensitive: text } } : {};
  const pages = usePages<Row>(JSON.stringify(filter), (page, signal) =>
    api.listIncentives({ ...page, filter }, { fields, totalCount: true, signal }),
  );
  return (
    <>
      <Heading title="Incentives" />
      <Filters filters={filters} query={query} />
      <RecordList
        noun={["incentive", "incentives"]}
        pages={pages}
        columns={columns}
        empty={<NoIncentives isFiltered={text !== undefined} />}
      />
    </>
  );
}

function NoIncentives({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <Empty title="No incentive has this text in its name">Search for another text.</Empty>;
  return (
    <Empty title="The workspace has no incentives yet">
      An incentive rewards the visitors who complete a form. Create one with <code>create_incentive</code> in the{" "}
      <a href="explorer#operation=create_incentive">explorer</a>.
    </Empty>
  );
}
