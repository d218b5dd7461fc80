import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import { discountCodeCreated, discountCodeDeleted, discountCodeUpdated } from "@offergraph/shared/contracts/events/discounts";
import { discountCodeOf, eventDataOf } from "@offergraph/testkit/references";
import type { OrderRecord } from "./attribution-history.js";
import { attributed } from "./attribution-outcomes.js";
import type { Client, Fixture } from "./fixture.js";
import { event, issuedStep, orderOf, takeOrders } from "./take-history.js";

// Helpers for tests in which codes, responses and exchange rates arrive later than the orders.

export const minute = 60_000;
/** Default time of orders. */
export const placedAt = "2026-05-20T12:00:00.000Z";
export const after = (time: string, ms: number) => new Date(Date.parse(time) + ms).toISOString();

export const order = (changes: Partial<OrderRecord> = {}) => orderOf({ placedAt, ...changes });

type Tier = "BASIC" | "QUICK" | "ENHANCED" | null;
type Code = ReturnType<typeof code>;
/** Event data of the discount code SUN, which is older than the orders. */
export const code = (changes: Parameters<typeof discountCodeOf>[0] = {}, publicTier: Tier = null) => ({
  ...eventDataOf(discountCodeOf({ code: "SUN", updatedAt: "2026-05-01T10:00:00.000Z", ...changes })),
  publicTier,
});

const node = `externalRef discountCodeId partnerId formResponseId bestTier attributedRevenue attributionMethod attributionScoredAt updatedAt
  reported { converted rate rateProvider nativeTotalPrice nativeAttributedRevenue reportedTotalPrice reportedAttributedRevenue bestTier }`;
type Node = Record<string, unknown> & { reported: Record<string, unknown> };

/** Creates the helpers. `now` returns the fixture and the client of the current test. */
export function lateEvents(now: () => { fixture: Fixture; client: Client }) {
  const emitEvent = <Data>(definition: EventDefinition<Data>, recordId: string, data: Data, time = now().fixture.clock.now()) =>
    event(now().fixture, now().client, { definition, recordId, data, time })();
  const jobsDone = () => attributed(now().fixture, now().client);
  const emitted = async () => (await now().client.events()).map(({ what, recordId }) => `${what} ${recordId}`);
  return {
    emitEvent,
    jobsDone,
    emitted,
    take: (...orders: OrderRecord[]) => takeOrders(now().fixture, now().client, orders),
    /** Waits until all queued orders are attributed, then reads the orders. */
    async orders(): Promise<Node[]> {
      await jobsDone();
      const { list } = await now().client.data<{ list: { nodes: Node[] } }>(
        `{ list: list_orders(orderBy: [EXTERNAL_REF_ASC]) { nodes { ${node} } } }`,
      );
      return list.nodes;
    },
    attributions: async () => (await emitted()).filter((what) => what.startsWith("order.attributed")),
    created: (data: Code) => emitEvent(discountCodeCreated, data.rowId, data),
    updated: (data: Code) => emitEvent(discountCodeUpdated, data.rowId, { ...data, changed: ["aliasedCodes"] }),
    deleted: ({ rowId }: { rowId: string }, at: string) =>
      emitEvent(discountCodeDeleted, rowId, { rowId, code: "SUN", aliasedCodes: [] }, new Date(at)),
    issued: (changes: Parameters<typeof issuedStep>[2]) => issuedStep(now().fixture, now().client, changes).take(),
  };
}
