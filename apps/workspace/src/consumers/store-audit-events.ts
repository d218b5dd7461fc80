import * as discounts from "@offergraph/shared/contracts/events/discounts";
import * as forms from "@offergraph/shared/contracts/events/forms";
import * as incentives from "@offergraph/shared/contracts/events/incentives";
import * as orders from "@offergraph/shared/contracts/events/orders";
import * as workspace from "@offergraph/shared/contracts/events/workspace";
import { insertAuditEvents } from "../db/audit-events.js";
import { defineConsumer } from "../tx.js";

/** One consumer per service. Each consumer adds the operations of its service to the audit log. */
export const storeAuditEvents = Object.entries({ discounts, forms, incentives, orders, workspace }).map(([service, { auditRecorded }]) =>
  defineConsumer({
    name: `store-audit-events-${service}`,
    events: [auditRecorded],
    emits: [],
    handleBatch(tx, events) {
      const operations = events.flatMap(({ data }) => data.operations);
      return insertAuditEvents(tx, operations);
    },
  }),
);
