import { z } from "zod";
import { auditEvent } from "../audit-events.js";
import { defineEvent } from "../define-event.js";
import { brandRecord, logoRecord, workspaceSettings } from "../workspace-records.js";

const time = z.iso.datetime({ precision: 3 });

const workspaceId = "the workspace's id";

export const workspaceCreated = defineEvent({
  subject: "offergraph.workspace.workspace.created.v1",
  description: "A workspace was created. The event contains the settings of the workspace.",
  recordId: workspaceId,
  data: workspaceSettings,
});

export const workspaceUpdated = defineEvent({
  subject: "offergraph.workspace.workspace.updated.v1",
  description: "Settings of a workspace changed. The event contains all current settings and the names of the changed settings.",
  recordId: workspaceId,
  data: workspaceSettings.extend({ changed: z.array(workspaceSettings.keyof()).min(1) }),
});

export const brandUpdated = defineEvent({
  subject: "offergraph.workspace.brand.updated.v1",
  description: "The workspace's brand changed. The event contains the current brand and the names of the changed fields.",
  recordId: workspaceId,
  data: brandRecord.extend({ changed: z.array(brandRecord.keyof()).min(1) }),
});

export const brandLogoChanged = defineEvent({
  subject: "offergraph.workspace.brand.logo_changed.v1",
  description: "The logo of the workspace's brand changed. The event contains the new logo with its image data in base64.",
  recordId: workspaceId,
  isInternal: true,
  data: z.object({
    workspaceId: z.guid(),
    updatedAt: time,
    logo: logoRecord.extend({ data: z.base64() }).nullable(),
  }),
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
  description: "The role of a member changed. The role limits the access level of all API keys of the member.",
  recordId: memberId,
  data: member,
});

export const memberRemoved = defineEvent({
  subject: "offergraph.workspace.member.removed.v1",
  description: "A member was removed from the workspace. The gateway rejects requests with the member's API keys.",
  recordId: memberId,
  data: member,
});

/** The public record of an API key, without its text and hash. */
const apiKey = z.object({
  rowId: z.guid(),
  createdAt: time,
  updatedAt: time,
  name: z.string(),
  kind: z.enum(["SECRET", "PUBLISHABLE", "SESSION", "APP"]),
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
  description: "An API key or a member's session was created, or a member connected an app. The event does not contain the key's text.",
  recordId: keyId,
  data: apiKey,
});

export const apiKeyRevoked = defineEvent({
  subject: "offergraph.workspace.api_key.revoked.v1",
  description: "An API key, a member's session or the access of a connected app was revoked. Requests with the revoked key are rejected.",
  recordId: keyId,
  data: apiKey,
});

/** The public record of a persisted operation, without its document, which can be long. */
const persistedOperation = z.object({
  rowId: z.guid(),
  createdAt: time,
  updatedAt: time,
  apiKeyId: z.guid(),
  sha256Hash: z.string(),
  operationNames: z.array(z.string()),
});

const persistedOperationId = "the persisted operation's rowId";

export const persistedOperationRegistered = defineEvent({
  subject: "offergraph.workspace.persisted_operation.registered.v1",
  description: "A GraphQL document was registered for an API key. The event does not contain the document.",
  recordId: persistedOperationId,
  data: persistedOperation,
});

export const persistedOperationDeleted = defineEvent({
  subject: "offergraph.workspace.persisted_operation.deleted.v1",
  description: "A persisted operation was deleted. The API key can no longer send the operation by its hash.",
  recordId: persistedOperationId,
  data: persistedOperation,
});

/** The public record of a webhook endpoint. Omits the URL and secrets, because other endpoints of the workspace receive this record. */
const webhookEndpoint = z.object({
  rowId: z.guid(),
  createdAt: time,
  updatedAt: time,
  description: z.string().nullable(),
  eventTypes: z.array(z.string()).nullable(),
  state: z.enum(["ENABLED", "DISABLED"]),
  disabledReason: z.enum(["REQUESTED", "GONE", "FAILING", "BACKLOG"]).nullable(),
  failingSince: time.nullable(),
  previousSecretUntil: time.nullable(),
});

const webhookEndpointId = "the webhook endpoint's rowId";

export const webhookEndpointCreated = defineEvent({
  subject: "offergraph.workspace.webhook_endpoint.created.v1",
  description: "A webhook endpoint was created. The event does not contain the URL or the secret.",
  recordId: webhookEndpointId,
  data: webhookEndpoint,
});

export const webhookEndpointUpdated = defineEvent({
  subject: "offergraph.workspace.webhook_endpoint.updated.v1",
  description:
    "A member changed a webhook endpoint. The event contains the current record without the URL, and the names of the changed fields.",
  recordId: webhookEndpointId,
  data: webhookEndpoint.extend({ changed: z.array(z.union([webhookEndpoint.keyof(), z.literal("url")])).min(1) }),
});

export const webhookEndpointDeleted = defineEvent({
  subject: "offergraph.workspace.webhook_endpoint.deleted.v1",
  description: "A webhook endpoint and all its deliveries were deleted.",
  recordId: webhookEndpointId,
  data: webhookEndpoint,
});

export const webhookSecretRotated = defineEvent({
  subject: "offergraph.workspace.webhook_endpoint.secret_rotated.v1",
  description:
    "The secret of a webhook endpoint was replaced. Until the time `previousSecretUntil`, Offergraph signs each request with the old secret and with the new secret.",
  recordId: webhookEndpointId,
  data: webhookEndpoint,
});

export const webhookEndpointDisabled = defineEvent({
  subject: "offergraph.workspace.webhook_endpoint.disabled.v1",
  description:
    "Offergraph disabled a webhook endpoint. The endpoint's pending deliveries become FAILED. The `disabledReason` is `GONE` if the endpoint responded with status 410, `FAILING` if no request succeeded for three days, or `BACKLOG` if more than 100,000 deliveries were pending.",
  recordId: webhookEndpointId,
  data: webhookEndpoint,
});

export const webhookEndpointTested = defineEvent({
  subject: "offergraph.workspace.webhook_endpoint.tested.v1",
  description: "A member requested a test of a webhook endpoint. Offergraph sends this event only to the tested endpoint.",
  recordId: webhookEndpointId,
  isInternal: true,
  data: webhookEndpoint,
});

export const webhookRedeliveryRequested = defineEvent({
  subject: "offergraph.workspace.webhook_endpoint.redelivery_requested.v1",
  description:
    "A member asked Offergraph to send webhook deliveries again. If the deliveries belong to several webhook endpoints, the service emits one event for each endpoint.",
  recordId: webhookEndpointId,
  isInternal: true,
  data: z.object({ endpointId: z.guid(), deliveryIds: z.array(z.guid()).min(1) }),
});

export const auditRecorded = auditEvent("workspace");
