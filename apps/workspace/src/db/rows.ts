import { type PlainRow, selectColumns } from "@offergraph/service/db/plain-row";
import type { Connection } from "@offergraph/service/filters/connection";
import type { AuditRecord } from "@offergraph/shared/contracts/audit-events";
import type { JobRecord } from "@offergraph/shared/contracts/job-events";
import type {
  ApiKey,
  AuditEvent,
  Brand,
  Member,
  PersistedOperation,
  WebhookDelivery,
  WebhookEndpoint,
  Workspace,
} from "../generated/prisma/client.js";
import type { JobKind } from "../generated/types.js";

export type WorkspaceRow = PlainRow<Workspace>;

// Omits `logoData`, because API requests do not need the logo's file.
const brandFields = [
  ...(["workspaceId", "updatedAt", "accentColor", "font", "cornerRadius", "locale", "supportEmail"] as const),
  ...(["logoSha256", "logoMediaType", "logoWidth", "logoHeight"] as const),
] as const satisfies readonly (keyof Brand)[];
type BrandColumns = PlainRow<Pick<Brand, (typeof brandFields)[number]>>;
/** The brand of a workspace. `updatedAt` is null if the brand was never changed. */
export type BrandRow = Omit<BrandColumns, "updatedAt"> & { updatedAt: string | null };
export type LogoRow = Pick<BrandRow, "logoSha256" | "logoMediaType" | "logoWidth" | "logoHeight">;
export const brandColumns = selectColumns("b", brandFields);

const memberFields = [
  "rowId",
  "workspaceId",
  "createdAt",
  "updatedAt",
  "name",
  "email",
  "role",
  "removedAt",
] as const satisfies readonly (keyof Member)[];
export type MemberRow = PlainRow<Pick<Member, (typeof memberFields)[number]>>;
export type MemberPage = Connection<MemberRow>;
export const memberColumns = selectColumns("m", memberFields);

// Omits the hash of the key, which never leaves the database.
const apiKeyFields = [
  ...(["rowId", "workspaceId", "createdAt", "updatedAt", "name", "kind", "level", "suffix", "origins", "connectionId"] as const),
  ...(["limitPerMinute", "persistedOnly", "createdBy", "expiresAt", "lastUsedAt", "revokedAt"] as const),
] as const satisfies readonly (keyof ApiKey)[];
export type ApiKeyRow = PlainRow<Pick<ApiKey, (typeof apiKeyFields)[number]>>;
export type ApiKeyPage = Connection<ApiKeyRow>;
export const apiKeyColumns = selectColumns("k", apiKeyFields);

// Omits `document`, which can be long and has its own loader.
const persistedOperationFields = [
  ...(["rowId", "workspaceId", "createdAt", "updatedAt", "apiKeyId", "sha256Hash", "operationNames"] as const),
] as const satisfies readonly (keyof PersistedOperation)[];
export type PersistedOperationRow = PlainRow<Pick<PersistedOperation, (typeof persistedOperationFields)[number]>> & { document?: string };
export type PersistedOperationPage = Connection<PersistedOperationRow>;
export const persistedOperationColumns = selectColumns("o", persistedOperationFields);

// Omits the secrets, which only the signing of requests needs. Enums are stored as indexes of the lists in domain/ordinals.ts.
const endpointFields = [
  ...(["rowId", "workspaceId", "createdAt", "updatedAt", "url", "description", "state", "disabledReason"] as const),
  ...(["failingSince", "previousSecretUntil"] as const),
] as const satisfies readonly (keyof WebhookEndpoint)[];
export type WebhookEndpointRow = PlainRow<Pick<WebhookEndpoint, (typeof endpointFields)[number]>> & { eventTypes: string[] | null };
export type WebhookEndpointPage = Connection<WebhookEndpointRow>;
export const endpointColumns = selectColumns("e", [...endpointFields, "eventTypes"]);

const deliveryFields = [
  ...(["rowId", "workspaceId", "createdAt", "updatedAt", "endpointId", "eventId", "eventType", "recordId", "body", "state"] as const),
  ...(["attempts", "lastStatus", "lastError", "deliveredAt"] as const),
] as const satisfies readonly (keyof WebhookDelivery)[];
/** A webhook delivery. The time of a pending delivery's next attempt is in `webhook_queue`. */
export type WebhookDeliveryRow = PlainRow<Pick<WebhookDelivery, (typeof deliveryFields)[number]>>;
export type WebhookDeliveryPage = Connection<WebhookDeliveryRow>;
export const deliveryColumns = selectColumns("d", deliveryFields);

/** A job with the name of the service that processes the job. */
export type RegisteredJobRow = Omit<JobRecord, "kind"> & { kind: JobKind; workspaceId: string; service: string };
export type JobPage = Connection<RegisteredJobRow>;

// Omits `customerId`, which only erasures use.
const auditEventFields = [
  ...(["rowId", "workspaceId", "createdAt", "operationId", "operation", "actorKind", "keyId", "keyName", "memberId"] as const),
  ...(["memberName", "memberEmail", "requestId", "recordType", "recordId", "action", "erasedAt"] as const),
] as const satisfies readonly (keyof AuditEvent)[];
export type AuditChangeRow = AuditRecord["changes"][number];
export type AuditEventRow = PlainRow<Pick<AuditEvent, (typeof auditEventFields)[number]>> & { changes: AuditChangeRow[] };
export type AuditEventPage = Connection<AuditEventRow>;
export const auditEventColumns = selectColumns("a", [...auditEventFields, "changes"]);
