import { queryDatabase } from "../../chaos/database.js";
import { difference } from "../../chaos/reconcile.js";
import type { SystemFile } from "../../start-system.js";
import { titleOf, type Written } from "./streams.js";
import type { ReceivedEvent } from "./webhook-receiver.js";

type Service = Parameters<typeof queryDatabase>[1];

async function lines(file: SystemFile, service: Service, text: string): Promise<string[]> {
  return (await queryDatabase(file, service, text)).map((row) => Object.values(row).map(String).join(" "));
}

/**
 * Compares codes, orders and attributions with the acknowledged writes. Returns the differences: a missing line is a lost write, and an
 * unexpected line is, for example, a write that was executed twice.
 */
export async function reconcileWrites(file: SystemFile, { codes, orders }: Written): Promise<string[]> {
  const uses = new Map<string, number>();
  for (const id of orders.values()) uses.set(id, (uses.get(id) ?? 0) + 1);
  const ofCodes = "WHERE code LIKE 'FAULT-%'";
  const pairs: [string, string[], string[]][] = [
    [
      "codes",
      [...codes].map(([id, { code, changes }]) => `${id} ${code} ${titleOf(changes)} ${uses.get(id) ?? 0}`),
      await lines(file, "discounts", `SELECT row_id, code, title, usage_count FROM discount_codes ${ofCodes}`),
    ],
    [
      "orders and attributions",
      [...orders].map(([ref, id]) => `${ref} ${id}`),
      await lines(file, "orders", "SELECT external_ref, discount_code_id FROM orders WHERE external_ref LIKE 'fault-%'"),
    ],
  ];
  return pairs.flatMap(([what, expected, is]) => difference(what, expected, is));
}

/**
 * Compares the events that the endpoint has received with the acknowledged writes and the issued grants. Counts repeated events with the
 * same id once.
 */
export function reconcileWebhooks(
  { codes, orders }: Written,
  grantIds: readonly string[],
  events: ReadonlyMap<string, ReceivedEvent>,
): string[] {
  const changes = [...codes].flatMap(([id, state]) => Array.from({ length: state.changes }, (_, index) => `${id} ${titleOf(index + 1)}`));
  const received = (type: string, key: (event: ReceivedEvent) => string | undefined) =>
    [...events.values()].filter((event) => event.type === type).flatMap((event) => key(event) ?? []);
  const ofCode = ({ data }: ReceivedEvent) => (String(data.code).startsWith("FAULT-") ? String(data.rowId) : undefined);
  const ofChange = (event: ReceivedEvent) =>
    ofCode(event) && (event.data.changed as string[]).includes("title") ? `${event.data.rowId} ${event.data.title}` : undefined;
  const ofOrder = ({ data }: ReceivedEvent) => (String(data.externalRef).startsWith("fault-") ? String(data.externalRef) : undefined);
  const pairs: [string, string[], string[]][] = [
    ["webhooks of created codes", [...codes.keys()], received("offergraph.discounts.discount_code.created.v1", ofCode)],
    ["webhooks of changed codes", changes, received("offergraph.discounts.discount_code.updated.v1", ofChange)],
    ["webhooks of placed orders", [...orders.keys()], received("offergraph.orders.order.placed.v1", ofOrder)],
    ["webhooks of issued grants", [...grantIds], received("offergraph.incentives.grant.issued.v1", ({ data }) => String(data.rowId))],
  ];
  return pairs.flatMap(([what, expected, is]) => difference(what, expected, is));
}

/** Each event has one delivery, and each delivery has succeeded. */
export async function reconcileDeliveries(file: SystemFile): Promise<string[]> {
  const doubled = await lines(
    file,
    "workspace",
    "SELECT event_id, count(*) FROM webhook_deliveries GROUP BY endpoint_id, event_id HAVING count(*) > 1",
  );
  const pending = await lines(file, "workspace", "SELECT event_id, event_type, state FROM webhook_deliveries WHERE delivered_at IS NULL");
  return [...doubled.map((line) => `doubled delivery: ${line}`), ...pending.map((line) => `delivery without success: ${line}`)];
}
