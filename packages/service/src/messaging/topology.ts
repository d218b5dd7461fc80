/**
 * Durable consumers of each service with the producer of their events. NATS permissions are generated from it (permissions.ts): a service
 * can neither create nor read other consumers. Run `npm run codegen` after a change.
 */
export const topology: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  discounts: {
    "count-usages": "orders",
    "give-codes": "incentives",
    "push-placements": "discounts",
    "tell-credits": "incentives",
  },
  forms: {
    "keep-code-values": "discounts",
    "keep-incentives": "incentives",
    "keep-references": "discounts",
    "learn-from-responses": "forms",
  },
  incentives: {
    "grant-responses": "forms",
    "keep-discounts": "discounts",
    "keep-forms": "forms",
    "keep-orders": "orders",
    "take-codes": "discounts",
  },
  orders: {
    "erase-customer": "forms",
    "keep-discounts": "discounts",
    "keep-grants": "incentives",
    "keep-responses": "forms",
  },
};

/** The services that publish and consume events. */
export const eventServices: readonly string[] = Object.keys(topology);

/** Throws an Error if a listed service's consumer is not listed with this producer, because NATS would deny it in production. */
export function assertListed(service: string, consumer: string, producer: string): void {
  const own = topology[service];
  if (own && own[consumer] !== producer)
    throw new Error(
      `Consumer ${service}/${consumer} for events of ${producer} is not listed in packages/service/src/messaging/topology.ts. Add it and run "npm run codegen".`,
    );
}
