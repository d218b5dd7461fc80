import type { Read } from "@offergraph/service/db/read";
import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import type { EventOf } from "@offergraph/shared/contracts/parse-event";
import { HttpError } from "@offergraph/shared/errors/http-error";
import { newId } from "@offergraph/shared/time/ids";
import {
  deleteExpiredSessions,
  deleteListenEvents,
  deleteListenSession,
  delistListeners,
  enlistListeners,
  hasSessions,
  insertListenSession,
  type ListenPage,
  lockListeners,
  postponeListeners,
  readListenEvents,
  readListenSessions,
  tryLockListeners,
  type UsedSession,
  useListenSession,
} from "../../db/listen.js";
import { hasArrivals, insertArrivals, moveArrivals } from "../../db/listen-arrivals.js";
import { messageOf } from "../../domain/webhooks/message.js";
import type { Tx } from "../../tx.js";

type Db = Pick<Tx, "sql" | "workspaceId" | "now">;

const [minuteMs, lifetimeMs] = [60_000, 86_400_000];
/** Interval at which `endListenersJob` moves arrived events. */
const collectMs = 10_000;
/** Maximum number of events that one transaction moves. */
const moveBatch = 1_000;
export const maxSessions = 5;
/** `buffer` limits the stored events of a workspace in each table. `page` limits the events of one response. */
export const buffer = { maxEvents: 10_000, maxBytes: 64 * 1024 * 1024 };
const page = { maxEvents: 100, maxBytes: 1024 * 1024 };

const after = (now: Date, ms: number) => new Date(now.getTime() + ms);

/**
 * Starts a session. If the workspace has the maximum number of sessions, deletes the least recently used session. Throws if all sessions
 * were used within the last minute.
 */
export async function startListening(tx: Db, eventTypes: readonly string[] | null): Promise<{ sessionId: string; expiresAt: Date }> {
  await enlistListeners(tx, after(tx.now, collectMs));
  // Moves older events first, because the new session must not receive them.
  while (!(await collect(tx)));
  const [oldest, ...others] = await readListenSessions(tx);
  if (oldest && others.length + 1 >= maxSessions) {
    if (new Date(oldest.updatedAt) > after(tx.now, -minuteMs))
      throw new HttpError(409, "LIMIT_EXCEEDED", `A workspace can have at most ${maxSessions} listening sessions. End a session first.`);
    await deleteListenSession(tx, oldest.rowId);
  }
  const session = { rowId: newId(), expiresAt: after(tx.now, lifetimeMs) };
  await insertListenSession(tx, { ...session, eventTypes });
  return { sessionId: session.rowId, expiresAt: session.expiresAt };
}

/** Stores the events that at least one session of the workspace receives. Takes no lock, because webhooks must not wait for listeners. */
export async function keepForListeners(tx: Db, events: readonly EventOf<EventDefinition>[]): Promise<void> {
  const sessions = await readListenSessions(tx);
  const kept = events.filter(({ type }) => sessions.some(({ eventTypes }) => eventTypes === null || eventTypes.includes(type)));
  if (kept.length > 0) await insertArrivals(tx, kept.map(messageOf), buffer);
}

/**
 * Moves a batch of events to `listen_events`. Returns false if more events may have arrived. The caller must hold the lock of
 * `lockListeners`.
 */
async function collect(tx: Db): Promise<boolean> {
  const moved = await moveArrivals(tx, moveBatch);
  await deleteListenEvents(tx, buffer);
  return moved < moveBatch;
}

/** Moves a batch of arrived events. Does nothing while another transaction moves events of the workspace. */
export async function collectArrivals(tx: Db): Promise<void> {
  if (await tryLockListeners(tx)) await collect(tx);
}

/** Records that the session has received the events up to `cursor`. */
export async function acknowledge(db: Db, rowId: string, cursor: string): Promise<UsedSession> {
  const session = await useListenSession(db, { rowId, cursor, expiresAt: after(db.now, lifetimeMs) });
  if (!session)
    throw new HttpError(404, "NOT_FOUND", "There is no listening session with this id. A listening session ends a day after its last use.");
  return session;
}

/** Reads the next events of a session. If events have arrived, first runs `onArrivals`, which empties `listen_arrivals`. */
export async function nextEvents(
  read: Read,
  workspaceId: string,
  session: UsedSession,
  onArrivals: () => Promise<void>,
): Promise<ListenPage> {
  if (await hasArrivals(read)) await onArrivals();
  return readListenEvents(read, workspaceId, session, page);
}

/** Ends a session. Does nothing if the session has already ended. */
export async function stopListening(tx: Db, sessionId: string): Promise<void> {
  if (!(await lockListeners(tx))) return;
  const isDeleted = await deleteListenSession(tx, sessionId);
  await collect(tx);
  if (isDeleted && !(await hasSessions(tx))) await postponeListeners(tx, after(tx.now, minuteMs));
}

/**
 * Moves a batch of arrived events, and deletes expired sessions and events that no session needs. Returns false if more events may have
 * arrived. The caller must hold the lock of `lockListeners`.
 */
export async function cleanUpListeners(tx: Db): Promise<boolean> {
  const ended = await deleteExpiredSessions(tx);
  if (!(await collect(tx))) return false;
  if (await hasSessions(tx)) await postponeListeners(tx, after(tx.now, collectMs));
  // A transaction that began before the last session ended can still insert events. The next run of the job deletes these events.
  else if (ended > 0) await postponeListeners(tx, after(tx.now, minuteMs));
  else await delistListeners(tx);
  return true;
}
