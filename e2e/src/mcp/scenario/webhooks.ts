import type { Step } from "./step.js";

/** Steps that add, change and test a webhook endpoint. The endpoint's host does not exist, so no receiver gets a request. */
export const webhooks: readonly Step[] = [
  {
    tool: "create_webhook_endpoint",
    input: () => ({ input: { url: "https://hooks.invalid/", eventTypes: ["offergraph.orders.order.refunded.v1"] } }),
    expected: () => ({ webhookEndpoint: { state: "ENABLED" }, userErrors: [] }),
    captures: { webhookEndpoint: "webhookEndpoint.rowId" },
  },
  {
    tool: "rotate_webhook_secret",
    input: ({ webhookEndpoint }) => ({ input: { endpointId: webhookEndpoint } }),
    expected: ({ webhookEndpoint }) => ({ webhookEndpoint: { rowId: webhookEndpoint }, userErrors: [] }),
  },
  {
    tool: "send_test_webhook",
    input: ({ webhookEndpoint }) => ({ input: { endpointId: webhookEndpoint } }),
    expected: ({ webhookEndpoint }) => ({ webhookDelivery: { endpointId: webhookEndpoint, state: "PENDING" }, userErrors: [] }),
    captures: { webhookDelivery: "webhookDelivery.rowId" },
  },
  {
    tool: "update_webhook_endpoint",
    input: ({ webhookEndpoint }) => ({ input: { endpointId: webhookEndpoint, state: "DISABLED" } }),
    expected: ({ webhookEndpoint }) => ({ webhookEndpoint: { rowId: webhookEndpoint, state: "DISABLED" }, userErrors: [] }),
  },
  {
    tool: "list_webhook_endpoints",
    input: () => ({ filter: { url: { equalTo: "https://hooks.invalid/" } } }),
    expected: ({ webhookEndpoint }) => ({ nodes: [{ rowId: webhookEndpoint, state: "DISABLED" }] }),
  },
  {
    tool: "list_webhook_deliveries",
    input: ({ webhookEndpoint }) => ({ filter: { endpointId: { equalTo: webhookEndpoint } } }),
    expected: ({ webhookDelivery }) => ({ nodes: [{ rowId: webhookDelivery, state: "FAILED" }] }),
  },
  {
    tool: "update_webhook_endpoint",
    input: ({ webhookEndpoint }) => ({ input: { endpointId: webhookEndpoint, state: "ENABLED" } }),
    expected: ({ webhookEndpoint }) => ({ webhookEndpoint: { rowId: webhookEndpoint, state: "ENABLED" }, userErrors: [] }),
  },
  {
    tool: "redeliver_webhook",
    input: ({ webhookDelivery }) => ({ input: { deliveryIds: [webhookDelivery] } }),
    expected: ({ webhookDelivery }) => ({ webhookDeliveries: [{ rowId: webhookDelivery, state: "PENDING" }], userErrors: [] }),
  },
];

export const webhooksCleanup: readonly Step[] = [
  {
    tool: "delete_webhook_endpoint",
    input: ({ webhookEndpoint }) => ({ input: { endpointId: webhookEndpoint } }),
    expected: ({ webhookEndpoint }) => ({ deletedId: webhookEndpoint, userErrors: [] }),
  },
];
