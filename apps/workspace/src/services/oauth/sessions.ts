import { effectiveLevel, hashKey, isWellFormed } from "@offergraph/shared/access/api-key";
import { type AccessLevel, deriveKey, signed } from "@offergraph/shared/access/principal";
import { PublicError } from "@offergraph/shared/errors/public-error";
import { readSession, readSessionOfHash, type SessionRow } from "../../db/oauth.js";
import { findWorkspaceOfSecret } from "../../db/secrets.js";
import type { OAuthDeps } from "./deps.js";

/** A valid session of a member. */
export interface Session {
  workspaceId: string;
  keyId: string;
  memberId: string;
  /** The highest level that the member may give to an app. */
  level: AccessLevel;
}

/** Returns the session with this text. Returns undefined for an unknown, expired or revoked session. */
export async function findSession(deps: OAuthDeps, text: string): Promise<Session | undefined> {
  if (!text.startsWith("ms_") || !isWellFormed(text)) return undefined;
  const hash = hashKey(text);
  const workspaceId = await findWorkspaceOfSecret(deps.pool, "session", hash);
  if (workspaceId === undefined) return undefined;
  return workingSession(deps, workspaceId, await readSessionOfHash((statement) => deps.database.read(workspaceId, statement), hash));
}

type Ticket = Pick<Session, "workspaceId" | "keyId">;

const ticketMs = 10 * 60_000;
const tickets = ({ settings }: OAuthDeps) => signed<Ticket>(deriveKey(settings.GATEWAY_SIGNING_KEY, "oauth-apps"));

/**
 * Returns a ticket, a signed text that identifies a session for ten minutes. Pages contain a ticket, because a session could also create
 * API keys.
 */
export function ticketOf(deps: OAuthDeps, { workspaceId, keyId }: Session): string {
  const { encode, seal } = tickets(deps);
  return seal(encode({ workspaceId, keyId }, deps.clock.now().getTime(), ticketMs), []);
}

/** Returns the session of a ticket. Returns undefined for invalid texts, expired tickets and ended sessions. */
export async function findSessionOfTicket(deps: OAuthDeps, text: string): Promise<Session | undefined> {
  const ticket = openTicket(deps, text);
  if (!ticket) return undefined;
  const { workspaceId, keyId } = ticket;
  return workingSession(deps, workspaceId, await readSession((statement) => deps.database.read(workspaceId, statement), keyId));
}

function openTicket(deps: OAuthDeps, text: string): Ticket | undefined {
  try {
    return tickets(deps).open(text, deps.clock.now().getTime(), []);
  } catch (error) {
    if (error instanceof PublicError) return undefined;
    throw error;
  }
}

function workingSession({ clock }: OAuthDeps, workspaceId: string, session: SessionRow | undefined): Session | undefined {
  if (!session || session.revokedAt !== null || session.removedAt !== null) return undefined;
  if (session.expiresAt !== null && new Date(session.expiresAt) <= clock.now()) return undefined;
  const { rowId: keyId, createdBy: memberId, level, role } = session;
  return { workspaceId, keyId, memberId, level: effectiveLevel(level, role) };
}
