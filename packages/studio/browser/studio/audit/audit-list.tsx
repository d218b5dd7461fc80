import type { AuditAction, AuditEventFilter } from "@offergraph/sdk";
import { usePages } from "../api/use-pages.js";
import { Badge } from "../parts/badge.js";
import { Empty } from "../parts/empty.js";
import { choiceOf, type Filter, Filters, searchOf } from "../parts/filters.js";
import { Heading } from "../parts/heading.js";
import { RecordList } from "../parts/record-list.js";
import type { Column } from "../parts/table.js";
import { Nothing, Time } from "../parts/time.js";
import type { PageProps } from "../router.js";
import { useSession } from "../session/context.js";

const actions: readonly AuditAction[] = ["CREATED", "UPDATED", "DELETED"];
const filters: readonly Filter[] = [
  { kind: "search", name: "operation", label: "Operation", placeholder: "create_discount_code" },
  { kind: "search", name: "type", label: "Record type", placeholder: "DiscountCode" },
  { kind: "search", name: "record", label: "Record", placeholder: "Exact id" },
  { kind: "choice", name: "action", label: "Change", values: actions },
];

const fields = {
  rowId: true,
  createdAt: true,
  operation: true,
  actor: { kind: true, keyName: true, memberName: true },
  recordType: true,
  recordId: true,
  action: true,
  changes: { field: true, before: true, after: true, isHidden: true },
} as const;

interface Change {
  field: string;
  before: string | null;
  after: string | null;
  isHidden: boolean;
}

interface Row {
  rowId: string;
  createdAt: string;
  operation: string;
  actor: { kind: string; keyName: string | null; memberName: string | null };
  recordType: string | null;
  recordId: string | null;
  action: string | null;
  changes: readonly Change[];
}

const columns: readonly Column<Row>[] = [
  { name: "Time", cell: ({ createdAt }) => <Time at={createdAt} /> },
  { name: "Operation", cell: ({ operation }) => operation },
  { name: "Actor", cell: ({ actor }) => actorText(actor) },
  { name: "Change", cell: ({ action }) => (action === null ? <Nothing /> : <Badge status={action} />) },
  { name: "Record", cell: ({ recordType, recordId }) => (recordType === null ? <Nothing /> : `${recordType} ${recordId}`) },
  { name: "Fields", cell: ({ changes }) => <Changes changes={changes} />, isMinor: true },
];

/** The audit log. Only keys with the level ADMIN may read the log. */
export function AuditList({ query }: PageProps) {
  const { level } = useSession();
  return (
    <>
      <Heading title="Audit log" />
      {level === "ADMIN" ? (
        <Events query={query} />
      ) : (
        <Empty title="This list needs the access level ADMIN">Your key has {level}. Enter a key with the access level ADMIN above.</Empty>
      )}
    </>
  );
}

function Events({ query }: Pick<PageProps, "query">) {
  const { api } = useSession();
  const filter = filterOf(query);
  const name = JSON.stringify(filter);
  const pages = usePages<Row>(name, (page, signal) =>
    api.listAuditEvents({ ...page, filter, orderBy: ["CREATED_AT_DESC"] }, { fields, totalCount: true, signal }),
  );
  return (
    <>
      <Filters filters={filters} query={query} />
      <RecordList noun={["change", "changes"]} pages={pages} columns={columns} empty={<NoEvents isFiltered={name !== "{}"} />} />
    </>
  );
}

function NoEvents({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <Empty title="No change matches the filters">Remove a filter to see more changes.</Empty>;
  return <Empty title="No changes yet">A change appears a few seconds after the mutation.</Empty>;
}

/** The list shows at most this number of fields of a record. */
const maxShown = 8;

function Changes({ changes }: { changes: readonly Change[] }) {
  if (changes.length === 0) return <Nothing />;
  return (
    <ul className="plain">
      {changes.slice(0, maxShown).map((change) => (
        <li key={change.field}>{changeText(change)}</li>
      ))}
      {changes.length > maxShown && <li>and {changes.length - maxShown} more</li>}
    </ul>
  );
}

const maxCharacters = 60;

function changeText({ field, before, after, isHidden }: Change): string {
  if (isHidden) return `${field}: changed`;
  return `${field}: ${valueText(before)} → ${valueText(after)}`;
}

function valueText(value: string | null): string {
  if (value === null) return "–";
  return value.length > maxCharacters ? `${value.slice(0, maxCharacters)}…` : value;
}

function actorText({ kind, keyName, memberName }: Row["actor"]): string {
  if (kind === "COMMAND") return "Command line";
  return [memberName, keyName && `(${keyName})`].filter(Boolean).join(" ") || "Unknown key";
}

function filterOf(query: URLSearchParams): AuditEventFilter {
  const operation = searchOf(query, "operation");
  const type = searchOf(query, "type");
  const record = searchOf(query, "record");
  const action = choiceOf(query, "action", actions);
  return {
    ...(operation && { operation: { includesInsensitive: operation } }),
    ...(type && { recordType: { includesInsensitive: type } }),
    ...(record && { recordId: { equalTo: record } }),
    ...(action && { action: { equalTo: action } }),
  };
}
