import type { Read } from "@offergraph/service/db/read";
import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import type { EventOf } from "@offergraph/shared/contracts/parse-event";
import { HttpError } from "@offergraph/shared/errors/http-error";
import { newId } from "@offergraph/shared/time/ids";
import {
  deleteExpiredSessions,
  deleteListenEvents,
  deleteListenSession,
  enlistListeners,
  insertListenEvents,
  insertListenSession,
  type ListenPage,
  lockListeners,
  readListenEvents,
  readListenSessions,
  type UsedSession,
  useListenSession,
} from "../../db/listen.js";
import { messageOf } from "../../domain/webhooks/message.js";
import type { Tx } from "../../tx.js";

type Db = Pick<Tx, "sql" | "workspaceId" | "now">;

const [minuteMs, hourMs, lifetimeMs] = [60_000, 3_600_000, 86_400_000];
export const maxSessions = 5;
/** `buffer` limits the events that wait for the sessions of a workspace. `page` limits the events of one response. */
export const buffer = { maxEvents: 10_000, maxBytes: 64 * 1024 * 1024 };
const page = { maxEvents: 100, maxBytes: 1024 * 1024 };

const after = (now: Date, ms: number) => new Date(now.getTime() + ms);

/**
 * Starts a session. If the workspace has the maximum number of sessions, deletes the least recently used session, or throws if that session
 * was used within the last minute.
 */
export async function startListening(tx: Db, eventTypes: readonly string[] | null): Promise<{ sessionId: string; expiresAt: Date }> {
  await enlistListeners(tx, after(tx.now, hourMs));
  const [oldest, ...others] = await readListenSessions(tx);
  if (oldest && others.length + 1 >= maxSessions) {
    if (new Date(oldest.updatedAt) > after(tx.now, -minuteMs))
      throw new HttpError(409, "LIMIT_EXCEEDED", `A workspace can have at most ${maxSessions} listening sessions. End one of them first.`);
    await deleteListenSession(tx, oldest.rowId);
  }
  const session = { rowId: newId(), expiresAt: after(tx.now, lifetimeMs) };
  await insertListenSession(tx, { ...session, eventTypes });
  return { sessionId: session.rowId, expiresAt: session.expiresAt };
}

/** Stores those events that a session of the workspace will receive. */
export async function keepForListeners(tx: Db, events: readonly EventOf<EventDefinition>[]): Promise<void> {
  if (!(await lockListeners(tx))) return;
  const sessions = await readListenSessions(tx);
  const kept = events.filter(({ type }) => sessions.some(({ eventTypes }) => eventTypes === null || eventTypes.includes(type)));
  if (kept.length === 0) return;
  await insertListenEvents(tx, kept.map(messageOf));
  await deleteListenEvents(tx, buffer);
}

/** Records that the session has received the events up to `cursor`. */
export async function acknowledge(db: Db, rowId: string, cursor: string): Promise<UsedSession> {
  const session = await useListenSession(db, { rowId, cursor, expiresAt: after(db.now, lifetimeMs) });
  if (!session) throw new HttpError(404, "NOT_FOUND", "There is no such listening session. A session ends a day after its last use.");
  return session;
}

export const nextEvents = (read: Read, session: UsedSession): Promise<ListenPage> => readListenEvents(read, session, page);

/** Ends a session. Does nothing if the session has already ended. */
export async function stopListening(tx: Db, sessionId: string): Promise<void> {
  if (!(await lockListeners(tx))) return;
  await deleteListenSession(tx, sessionId);
  await cleanUpListeners(tx);
}

/** Deletes expired sessions and events that no session needs. Requires the lock of `lockListeners`. */
export async function cleanUpListeners(tx: Db): Promise<void> {
  await deleteListenEvents(tx, buffer);
  await deleteExpiredSessions(tx, after(tx.now, hourMs));
}
