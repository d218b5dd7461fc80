import { startOwnNats } from "@offergraph/dev-stack/testing/own-nats";
import { connectNats } from "@offergraph/service/messaging/connection";
import { ensureStream } from "@offergraph/service/messaging/streams";
import type { Reference } from "@offergraph/service/replicas/kinds";
import { OwnerUnavailable, recordRequester } from "@offergraph/service/replicas/request";
import { startReplicaResponder } from "@offergraph/service/replicas/responder";
import { createLogger } from "@offergraph/shared/log/logger";
import { nameKey } from "@offergraph/shared/schema/name-key";
import { newId } from "@offergraph/shared/time/ids";
import { eventPublisher, type PublishEvent } from "@offergraph/testkit/publish-events";
import { testSigningKey } from "@offergraph/testkit/subgraph";
import { lookupTimeoutMs, polling } from "@offergraph/testkit/timeouts";
import { expect, vi } from "vitest";
import { type Fixture, startFixture } from "./fixture.js";

/** One workspace's records in the stub of the discounts service. */
interface Records {
  connections: Reference<"connection">[];
  partners: Reference<"partner">[];
  discountCodes: Reference<"discount_code">[];
  /** Maps a minted code to the id of its discount code. */
  minted: Map<string, string>;
}

/** Stub of the discounts service. Publishes events and replies to lookups. */
export interface Discounts {
  /** Returns the stub's records in this workspace, which tests may change. */
  in(workspaceId: string): Records;
  /** Returns the number of lookups that the stub received. */
  questions(): number;
  /** Publishes an event and waits until the forms service has processed the event. */
  emitEvent: PublishEvent;
  /** Runs `effect` while the stub does not reply to lookups. */
  whileAway(effect: () => Promise<void>): Promise<void>;
}

export interface DiscountsFixture extends Fixture {
  discounts: Discounts;
}

/** Starts the forms service with its own NATS server and a stub of the discounts service. */
export async function startDiscountsFixture(adminUrl: string): Promise<DiscountsFixture> {
  const nats = await startOwnNats();
  const log = createLogger("test", "silent");
  const link = connectNats({ url: nats.url, name: "discounts", log });
  const { connection } = await link.waitForConnection(new AbortController().signal);
  await ensureStream(connection, "discounts");
  const fixture = await startFixture(adminUrl, { NATS_URL: nats.url }, { replicaMs: lookupTimeoutMs });
  const { clock } = fixture;

  const records = new Map<string, Records>();
  let questions = 0;
  const recordsIn = (workspaceId: string) => {
    const known = records.get(workspaceId) ?? { connections: [], partners: [], discountCodes: [], minted: new Map() };
    records.set(workspaceId, known);
    return known;
  };
  const asked = (workspaceId: string) => {
    questions += 1;
    return recordsIn(workspaceId);
  };
  const start = () =>
    startReplicaResponder({
      nats: link,
      service: "discounts",
      signingKey: testSigningKey,
      log,
      clock,
      answers: {
        connection: async (workspaceId, { id }) => asked(workspaceId).connections.filter(({ rowId }) => rowId === id),
        partner: async (workspaceId, wanted) =>
          asked(workspaceId).partners.filter(({ rowId, name, handle }) =>
            "id" in wanted ? rowId === wanted.id : name === wanted.name || `@${handle?.toLowerCase()}` === wanted.name.toLowerCase(),
          ),
        discount_code: async (workspaceId, wanted) => {
          const { discountCodes, minted } = asked(workspaceId);
          return discountCodes.filter(({ rowId, code, aliases }) => {
            if ("id" in wanted) return rowId === wanted.id;
            const key = nameKey(wanted.name);
            return [code, ...aliases].map(nameKey).includes(key) || (wanted.orMinted === true && minted.get(key) === rowId);
          });
        },
      },
    });
  const ask = recordRequester({ nats: link, signingKey: testSigningKey, clock });
  let answers = start();
  const isThere = () => ask({ service: "discounts", kind: "connection", workspaceId: newId(), wanted: { id: newId() } });
  await vi.waitFor(isThere, polling);
  questions = 0;

  return {
    ...fixture,
    discounts: {
      in: recordsIn,
      questions: () => questions,
      emitEvent: eventPublisher(connection, fixture, "keep-references"),
      async whileAway(effect) {
        await answers.stop();
        try {
          await vi.waitFor(() => expect(isThere()).rejects.toThrow(OwnerUnavailable), polling);
          await effect();
        } finally {
          answers = start();
          await vi.waitFor(isThere, polling);
        }
      },
    },
    async stop() {
      await answers.stop();
      await fixture.stop();
      await link.close();
      await nats.stop();
    },
  };
}
