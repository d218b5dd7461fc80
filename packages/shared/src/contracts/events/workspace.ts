import { z } from "zod";
import { defineEvent } from "../define-event.js";

const time = z.iso.datetime({ precision: 3 });

/** The public settings of a workspace. Times are in UTC with milliseconds. */
const settings = z.object({
  workspaceId: z.guid(),
  createdAt: time,
  updatedAt: time,
  name: z.string(),
  isTest: z.boolean(),
  timeZone: z.string(),
  reportingCurrency: z.string().nullable(),
  defaultTrustFloor: z.number().nullable(),
  responseRetentionDays: z.int().nullable(),
});

const workspaceId = "the workspace's id";

export const workspaceCreated = defineEvent({
  subject: "offergraph.workspace.workspace.created.v1",
  description: "A workspace was created. The event contains its settings.",
  recordId: workspaceId,
  data: settings,
});

export const workspaceUpdated = defineEvent({
  subject: "offergraph.workspace.workspace.updated.v1",
  description: "Settings of a workspace changed. The event contains all current settings and the names of the changed ones.",
  recordId: workspaceId,
  data: settings.extend({ changed: z.array(settings.keyof()).min(1) }),
});

/** The public record of a member. */
const member = z.object({
  rowId: z.guid(),
  createdAt: time,
  updatedAt: time,
  name: z.string(),
  email: z.string().nullable(),
  role: z.enum(["OWNER", "ADMIN", "MEMBER"]),
  removedAt: time.nullable(),
});

const memberId = "the member's rowId";

export const memberAdded = defineEvent({
  subject: "offergraph.workspace.member.added.v1",
  description: "A member was added to the workspace.",
  recordId: memberId,
  data: member,
});

export const memberRoleChanged = defineEvent({
  subject: "offergraph.workspace.member.role_changed.v1",
  description: "The role of a member changed, and with it the level of the member's API keys.",
  recordId: memberId,
  data: member,
});

export const memberRemoved = defineEvent({
  subject: "offergraph.workspace.member.removed.v1",
  description: "A member was removed. The member's API keys are rejected from now on.",
  recordId: memberId,
  data: member,
});

/** The public record of an API key, without its text and hash. */
const apiKey = z.object({
  rowId: z.guid(),
  createdAt: time,
  updatedAt: time,
  name: z.string(),
  kind: z.enum(["SECRET", "PUBLISHABLE", "SESSION"]),
  level: z.enum(["READ", "WRITE", "ADMIN"]),
  endsWith: z.string(),
  memberId: z.guid(),
  connectionId: z.guid().nullable(),
  expiresAt: time.nullable(),
  revokedAt: time.nullable(),
});

const keyId = "the key's rowId";

export const apiKeyCreated = defineEvent({
  subject: "offergraph.workspace.api_key.created.v1",
  description: "An API key or a member's session was created. The event does not contain the key's text.",
  recordId: keyId,
  data: apiKey,
});

export const apiKeyRevoked = defineEvent({
  subject: "offergraph.workspace.api_key.revoked.v1",
  description: "An API key or a member's session was revoked. The key is rejected from now on.",
  recordId: keyId,
  data: apiKey,
});
