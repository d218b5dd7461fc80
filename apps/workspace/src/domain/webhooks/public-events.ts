import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import * as discounts from "@offergraph/shared/contracts/events/discounts";
import * as forms from "@offergraph/shared/contracts/events/forms";
import * as incentives from "@offergraph/shared/contracts/events/incentives";
import * as orders from "@offergraph/shared/contracts/events/orders";
import * as workspace from "@offergraph/shared/contracts/events/workspace";

type Events = readonly [EventDefinition, ...EventDefinition[]];

const publicOf = (catalog: Readonly<Record<string, EventDefinition>>) => Object.values(catalog).filter(({ isInternal }) => !isInternal);

/** The public events by producing service. */
export const publicEvents: Readonly<Record<string, Events>> = Object.fromEntries(
  Object.entries({ discounts, forms, incentives, orders, workspace }).map(([service, catalog]) => {
    const [first, ...others] = publicOf(catalog);
    if (!first) throw new Error(`Invariant violated: ${service} has no public events.`);
    return [service, [first, ...others]];
  }),
);

export const publicTypes: ReadonlySet<string> = new Set(
  Object.values(publicEvents).flatMap((events) => events.map(({ subject }) => subject)),
);
