import type { WebhookDeliveryFilter, WebhookDeliveryState } from "@offergraph/sdk";
import { usePages } from "../api/use-pages.js";
import { Badge } from "../parts/badge.js";
import { Empty } from "../parts/empty.js";
import { choiceOf, type Filter, Filters, searchOf } from "../parts/filters.js";
import { countText } from "../parts/format.js";
import { Heading } from "../parts/heading.js";
import { RecordList } from "../parts/record-list.js";
import type { Column } from "../parts/table.js";
import { Nothing, Time } from "../parts/time.js";
import type { PageProps } from "../router.js";
import { useSession } from "../session/context.js";

const states: readonly WebhookDeliveryState[] = ["DELIVERED", "PENDING", "FAILED"];
const filters: readonly Filter[] = [
  { kind: "search", name: "type", label: "Event", placeholder: "orders.order" },
  { kind: "choice", name: "state", label: "State", values: states },
  { kind: "search", name: "record", label: "Record", placeholder: "Exact id" },
];

const fields = {
  rowId: true,
  eventType: true,
  createdAt: true,
  state: true,
  attempts: true,
  nextAttemptAt: true,
  lastStatus: true,
  lastError: true,
  endpoint: { url: true },
} as const;

interface Row {
  rowId: string;
  eventType: string;
  createdAt: string;
  state: string;
  attempts: number;
  nextAttemptAt: string | null;
  lastStatus: number | null;
  lastError: string | null;
  endpoint: { url: string } | null;
}

const columns: readonly Column<Row>[] = [
  { name: "Event", cell: ({ eventType }) => eventType.replace(/^offergraph\./, "") },
  { name: "State", cell: ({ state }) => <Badge status={state} /> },
  { name: "Created", cell: ({ createdAt }) => <Time at={createdAt} /> },
  { name: "Attempts", cell: ({ attempts }) => countText(attempts), isNumber: true },
  { name: "Next attempt", cell: ({ nextAttemptAt }) => <Time at={nextAttemptAt} />, isMinor: true },
  { name: "Status", cell: ({ lastStatus }) => lastStatus ?? <Nothing />, isNumber: true, isMinor: true },
  { name: "Last error", cell: ({ lastError }) => lastError ?? <Nothing />, isMinor: true },
  { name: "Endpoint", cell: ({ endpoint }) => endpoint?.url ?? <Nothing />, isMinor: true },
];

/** The webhook deliveries of the last 30 days. Only keys with the level ADMIN may read deliveries. */
export function DeliveryList({ query }: PageProps) {
  const { level } = useSession();
  return (
    <>
      <Heading title="Webhook deliveries" />
      {level === "ADMIN" ? (
        <Deliveries query={query} />
      ) : (
        <Empty title="This list needs the access level ADMIN">Your key has {level}. Enter a key with the access level ADMIN above.</Empty>
      )}
    </>
  );
}

function Deliveries({ query }: Pick<PageProps, "query">) {
  const { api } = useSession();
  const filter = filterOf(query);
  const name = JSON.stringify(filter);
  const pages = usePages<Row>(name, (page, signal) =>
    api.listWebhookDeliveries({ ...page, filter, orderBy: ["CREATED_AT_DESC"] }, { fields, totalCount: true, signal }),
  );
  return (
    <>
      <Filters filters={filters} query={query} />
      <RecordList noun={["delivery", "deliveries"]} pages={pages} columns={columns} empty={<NoDeliveries isFiltered={name !== "{}"} />} />
    </>
  );
}

function NoDeliveries({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <Empty title="No delivery matches the filters">Remove a filter to see more deliveries.</Empty>;
  return (
    <Empty title="No webhooks in the last 30 days">
      Create an endpoint with <code>create_webhook_endpoint</code> in the <a href="explorer#operation=create_webhook_endpoint">explorer</a>.
    </Empty>
  );
}

function filterOf(query: URLSearchParams): WebhookDeliveryFilter {
  const type = searchOf(query, "type");
  const state = choiceOf(query, "state", states);
  const record = searchOf(query, "record");
  return {
    ...(type && { eventType: { includesInsensitive: type } }),
    ...(state && { state: { equalTo: state } }),
    ...(record && { recordId: { equalTo: record } }),
  };
}
