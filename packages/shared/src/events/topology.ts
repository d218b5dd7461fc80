/**
 * Durable consumers of each service, and the service whose events each one takes. The permissions that NATS gives a service come from here
 * (permissions.ts): what is not listed, it may neither create nor read. Run `npm run codegen` after a change.
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

/** The services that publish and take events, by name. */
export const eventServices: readonly string[] = Object.keys(topology);

/** Throws an Error for a consumer of a listed service that is not listed with this producer: NATS would refuse it where it is deployed. */
export function assertListed(service: string, consumer: string, producer: string): void {
  const own = topology[service];
  if (own && own[consumer] !== producer)
    throw new Error(
      `The consumer ${service}/${consumer} of the events of ${producer} is not listed in packages/shared/src/events/topology.ts. Add it there and run "npm run codegen".`,
    );
}
