import type { Subscription } from "@nats-io/transport-node";
import type pg from "pg";
import type { NatsLink, NatsSession } from "../events/connection.js";
import type { EventSigner } from "../events/signer.js";
import { ensureStream, type StreamSettings } from "../events/streams.js";
import { Bell, backoff, pause } from "../events/wait.js";
import type { Logger } from "../log/logger.js";
import { publishBatch } from "./batch.js";
import { acquireLease, type Lease } from "./lease.js";
import { Pace, readLags } from "./pace.js";

export interface Relay {
  /** Says that events were committed: they are published at once, whichever replica holds the relay. Costs nothing. */
  poke(): void;
  /** Finishes the batch in flight and hands over to another replica. */
  stop(): Promise<void>;
}

export interface RelayOptions {
  pool: pg.Pool;
  nats: NatsLink;
  /** The producing service: its stream is made here. */
  service: string;
  /** Signs what is published. */
  signer: EventSigner;
  log: Logger;
  stream?: StreamSettings;
  /** How many events are in flight at once; 500 unless given. */
  batchSize?: number;
  /** How often to look without being poked (a crash between commit and poke); 500 ms unless given. */
  pollMs?: number;
}

/** How often the relay looks whether consumers have caught up while a bulk write's events wait. */
const heldPollMs = 50;

/**
 * Carries events from the outbox to the service's stream, in order per record, workspaces by turns, each once (decisions.md 6): of all replicas one does it,
 * the event's id is its Nats-Msg-Id, and a row is deleted after the stream's acknowledgement. Outlives NATS and PostgreSQL being away.
 */
export function startRelay(options: RelayOptions): Relay {
  const { pool, nats, service, signer, log, stream, batchSize = 500, pollMs = 500 } = options;
  const stop = new AbortController();
  const bell = new Bell();
  const pokeSubject = `offergraph_poke.${service}`;
  let leading = false;
  let failures = 0;

  const sign = (subject: string, body: string) => signer.sign(service, subject, body);

  const drain = async (session: NatsSession, lease: Lease) => {
    const heldBack = new Set<string>();
    const over = AbortSignal.any([stop.signal, session.lost, lease.lost]);
    const pace = new Pace(() => readLags(session.connection, service));
    while (!over.aborted) {
      const waiting = await pace.held();
      const result = await publishBatch({ ...session, lease, heldBack, waiting, size: batchSize, sign, log });
      pace.add(result.published);
      if (result.failure && !over.aborted) throw result.failure;
      if (failures > 0) log.info({ service }, "the outbox relay works again");
      failures = 0;
      if (!result.waiting) await bell.wait(waiting.length > 0 ? heldPollMs : pollMs, over);
    }
  };

  const lead = async () => {
    // Whoever cannot reach NATS leaves the lease to another replica.
    const session = await nats.connected(stop.signal);
    await ensureStream(session.connection, service, stream);
    const lease = await acquireLease({ pool, name: `relay:${service}`, log, signal: AbortSignal.any([stop.signal, session.lost]) });
    let pokes: Subscription | undefined;
    try {
      pokes = session.connection.subscribe(pokeSubject, { callback: () => bell.ring() });
      leading = true;
      await drain(session, lease);
    } finally {
      pokes?.unsubscribe();
      leading = false;
      await lease.release();
    }
  };

  const run = async () => {
    while (!stop.signal.aborted) {
      try {
        await lead();
      } catch (error) {
        if (stop.signal.aborted) return;
        failures += 1;
        if (failures === 1) log.warn({ service, reason: (error as Error).message }, "the outbox relay cannot publish, trying again");
        await pause(backoff(failures), stop.signal);
      }
    }
  };
  const done = run();

  return {
    poke() {
      if (leading) return bell.ring();
      const connection = nats.current()?.connection;
      if (connection && !connection.isClosed() && !connection.isDraining()) connection.publish(pokeSubject);
    },
    async stop() {
      stop.abort();
      await done;
    },
  };
}
