import type { FormFilter } from "@offergraph/sdk";
import { usePages } from "../api/use-pages.js";
import { Badge } from "../parts/badge.js";
import { Empty } from "../parts/empty.js";
import { type Filter, Filters, searchOf } from "../parts/filters.js";
import { words } from "../parts/format.js";
import { Heading } from "../parts/heading.js";
import { RecordList } from "../parts/record-list.js";
import type { Column } from "../parts/table.js";
import { Time } from "../parts/time.js";
import { linkTo, type PageProps } from "../router.js";
import { useSession } from "../session/context.js";

const filters: readonly Filter[] = [{ kind: "search", name: "search", label: "Title or slug" }];
const fields = { rowId: true, formSlug: true, title: true, status: true, surfaces: true, publishedAt: true, updatedAt: true } as const;

interface Row {
  rowId: string;
  formSlug: string;
  title: string | null;
  status: string;
  surfaces: string[];
  publishedAt: string | null;
  updatedAt: string;
}

const columns: readonly Column<Row>[] = [
  { name: "Form", cell: ({ formSlug, title }) => <a href={linkTo("forms", formSlug)}>{title ?? formSlug}</a> },
  { name: "Status", cell: ({ status }) => <Badge status={status} /> },
  { name: "Surfaces", cell: ({ surfaces }) => surfaces.map(words).join(", ") || "All", isMinor: true },
  { name: "Published", cell: ({ publishedAt }) => <Time at={publishedAt} />, isMinor: true },
  { name: "Changed", cell: ({ updatedAt }) => <Time at={updatedAt} /> },
];

export function FormList({ query }: PageProps) {
  const { api } = useSession();
  const text = searchOf(query, "search");
  const filter: FormFilter = text ? { or: [{ title: { includesInsensitive: text } }, { formSlug: { includesInsensitive: text } }] } : {};
  const pages = usePages<Row>(JSON.stringify(filter), (page, signal) =>
    api.listForms({ ...page, filter }, { fields, totalCount: true, signal }),
  );
  return (
    <>
      <Heading title="Forms" />
      <Filters filters={filters} query={query} />
      <RecordList noun={["form", "forms"]} pages={pages} columns={columns} empty={<NoForms isFiltered={text !== undefined} />} />
    </>
  );
}

function NoForms({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <Empty title="No form has this text in its title or slug">Search for another text.</Empty>;
  return (
    <Empty title="The workspace has no forms yet">
      Create the first form with <code>create_form</code> in the <a href="explorer#operation=create_form">explorer</a>.
    </Empty>
  );
}
