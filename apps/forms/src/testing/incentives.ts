import { startOwnNats } from "@offergraph/dev-stack/testing/own-nats";
import { connectNats } from "@offergraph/service/messaging/connection";
import { ensureStream } from "@offergraph/service/messaging/streams";
import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import { incentiveUpdated, responseHandled } from "@offergraph/shared/contracts/events/incentives";
import { createLogger } from "@offergraph/shared/log/logger";
import { newId } from "@offergraph/shared/time/ids";
import { type Grant, grantOf as grantWith } from "@offergraph/testkit/grants";
import { eventPublisher, type PublishEvent } from "@offergraph/testkit/publish-events";
import { type Client, type Fixture, startFixture } from "./fixture.js";

export type { Grant } from "@offergraph/testkit/grants";

export interface IncentivesFixture extends Fixture {
  /** Publishes an event of another service, and waits until the forms service has processed the event. */
  emitEvent: PublishEvent;
}

/** Starts the forms service with its own NATS server, on which tests can publish events of other services. */
export async function startIncentivesFixture(adminUrl: string, settings: Record<string, string> = {}): Promise<IncentivesFixture> {
  const nats = await startOwnNats();
  const link = connectNats({ url: nats.url, name: "incentives", log: createLogger("test", "silent") });
  const { connection } = await link.waitForConnection(new AbortController().signal);
  for (const service of ["incentives", "discounts", "workspace"]) await ensureStream(connection, service);
  const fixture = await startFixture(adminUrl, { NATS_URL: nats.url, ...settings });
  // After publishing an event of a discount code, `emitCodes` waits for the consumer `keep-code-values`.
  const [emitEvent, emitCodes] = [eventPublisher(connection, fixture), eventPublisher(connection, fixture, "keep-code-values")];
  return {
    ...fixture,
    emitEvent: (definition, ...emitted) => (definition.service === "discounts" ? emitCodes : emitEvent)(definition, ...emitted),
    async stop() {
      await fixture.stop();
      await link.close();
      await nats.stop();
    },
  };
}

type DataOf<Definition> = Definition extends EventDefinition<infer Data> ? Data : never;
type Incentive = DataOf<typeof incentiveUpdated>;
type Rule = Incentive["rules"][number];

const at = "2026-06-01T11:00:00.000Z";

export function ruleOf(changes: Partial<Rule> = {}): Rule {
  return { rowId: newId(), kindSlug: "discount", outcome: "COMPLETE", discountCodeId: newId(), connectionId: null, terms: {}, ...changes };
}

export function incentiveOf(changes: Partial<Incentive> = {}): Incentive {
  return {
    rowId: newId(),
    createdAt: at,
    updatedAt: at,
    name: "An incentive",
    description: null,
    formId: null,
    audience: null,
    tier: null,
    status: "ACTIVE",
    icon: null,
    iconColor: null,
    limitCount: null,
    limitPeriod: null,
    minTrustScore: null,
    rules: [ruleOf()],
    changed: ["status"],
    ...changes,
  };
}

export const grantOf = (formResponseId: string, changes: Partial<Grant> = {}): Grant =>
  grantWith({ formResponseId, state: "ISSUING", trustScore: 0.42, outcomeAt: at, issuedAt: null, ...changes });

/** Returns functions that publish events of incentives for one workspace. */
export function incentivesOf({ emitEvent }: IncentivesFixture, { workspaceId }: Client) {
  return {
    async promises(changes: Partial<Incentive> = {}): Promise<Incentive> {
      const incentive = incentiveOf(changes);
      await emitEvent(incentiveUpdated, workspaceId, incentive.rowId, incentive);
      return incentive;
    },
    handled: (formResponseId: string, grants: readonly Grant[] = [], outcome: "COMPLETE" | "INCOMPLETE" | "SKIPPED" = "COMPLETE") =>
      emitEvent(responseHandled, workspaceId, formResponseId, {
        formResponseId,
        outcome,
        grants: grants.map(({ fields, ...grant }) => grant),
      }),
    grant: <Data extends { rowId: string }>(definition: EventDefinition<Data>, grant: Grant) =>
      emitEvent(definition, workspaceId, grant.rowId, grant as unknown as Data),
  };
}
