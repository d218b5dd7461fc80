import type { EventOf } from "@offergraph/shared/contracts/parse-event";
import { testSigner } from "@offergraph/testkit/signed-event";
import { polling } from "@offergraph/testkit/timeouts";
import { expect, vi } from "vitest";
import { startRelay } from "../../outbox/relay.js";
import { startConsumer } from "../consume.js";
import { type DeadLetter, deadLetters } from "../dead-letters.js";
import type { EffectTransaction } from "./effect-writer.js";
import { effectWriter } from "./effect-writer.js";
import { byRecord, type EventsSetup, eventsSetup } from "./setup.js";

export type TestEvent = EventOf<EventsSetup["happened"]>;

interface Replica {
  name?: string;
  formerName?: string;
  nats?: EventsSetup["link"];
  pool?: EventsSetup["pool"];
  before?(event: TestEvent): Promise<void> | void;
  /** If `together` is true, the consumer processes events in batches. */
  together?: boolean;
  matches?(event: Pick<TestEvent, "type" | "data">): boolean;
  log?: EventsSetup["log"];
}

/** Prepares one test of consumers: a relay that publishes events, and consumers that insert event numbers into the table `effects`. */
export async function consumersSetup() {
  const setup = await eventsSetup();
  const relay = startRelay({
    pool: setup.pool,
    nats: setup.link,
    service: setup.service,
    signer: testSigner,
    log: setup.log,
    pollMs: 50,
    checkMs: 50,
  });
  setup.atEnd(() => relay.stop());

  function consumer(replica: Replica = {}) {
    const {
      name = "noter",
      formerName,
      nats = setup.link,
      pool = setup.newPool(),
      before,
      together = false,
      matches = () => true,
      log = setup.log,
    } = replica;
    const takeAll = async (transaction: EffectTransaction, events: readonly TestEvent[]) => {
      for (const event of events) {
        await insert(transaction, event, name);
        await before?.(event);
      }
    };
    const started = startConsumer({
      pool,
      nats,
      name,
      service: `${setup.service}_taker`,
      definitions: [setup.happened],
      signer: testSigner,
      write: effectWriter(pool),
      log,
      firstRetryMs: 5,
      filter: matches,
      handle: (transaction: EffectTransaction, event: TestEvent) => takeAll(transaction, [event]),
      ...(formerName !== undefined && { formerName }),
      ...(together && { handleBatch: takeAll }),
    });
    setup.atEnd(() => started.stop());
    return started;
  }

  const effects = async (name = "noter") =>
    byRecord((await setup.pool.query("SELECT record, number FROM effects WHERE consumer = $1 ORDER BY position", [name])).rows);
  const address = (name = "noter") => `${setup.service}_taker/${name}`;
  async function letters(name?: string): Promise<DeadLetter[]> {
    const found: DeadLetter[] = [];
    for await (const letter of deadLetters(setup.connection, address(name))) found.push(letter);
    return found;
  }

  return {
    ...setup,
    stopRelay: () => relay.stop(),
    /** Starts a consumer. */
    consumer,
    /** Event numbers that a consumer inserted, by record. */
    effects,
    effectsAre: (expected: Record<string, number[]>, name?: string) =>
      vi.waitFor(async () => expect(await effects(name)).toEqual(expected), polling),
    address,
    letters,
    /** Waits for a consumer's only dead letter. */
    deadLetter: async (name?: string) => {
      await vi.waitFor(async () => expect(await letters(name)).toHaveLength(1), polling);
      return (await letters(name))[0] as DeadLetter;
    },
  };
}

export type ConsumersSetup = Awaited<ReturnType<typeof consumersSetup>>;

const insert = (transaction: EffectTransaction, event: TestEvent, consumer: string) =>
  transaction.$executeRawUnsafe(
    "INSERT INTO effects (consumer, workspace_id, record, number) VALUES ($1, $2, $3, $4)",
    consumer,
    event.workspaceId,
    event.recordId,
    event.data.number,
  );
