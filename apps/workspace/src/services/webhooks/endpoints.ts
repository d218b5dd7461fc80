import { rejectWith } from "@offergraph/service/mutations/reject-with";
import { newWebhookSecret } from "@offergraph/service/outbound/signature";
import {
  webhookEndpointCreated,
  webhookEndpointDeleted,
  webhookEndpointUpdated,
  webhookSecretRotated,
} from "@offergraph/shared/contracts/events/workspace";
import { valueOfOrdinal } from "@offergraph/shared/schema/ordinals";
import { newId } from "@offergraph/shared/time/ids";
import type { WebhookEndpointRow } from "../../db/rows.js";
import { hasBacklog } from "../../db/webhook-backlogs.js";
import {
  type EndpointChanges,
  insertEndpoint,
  lockEndpointCount,
  lockEndpoints,
  readEndpoints,
  readTarget,
  updateEndpoint,
} from "../../db/webhook-endpoints.js";
import { disabledReasons, endpointStates } from "../../domain/ordinals.js";
import type { WebhookEndpointState } from "../../generated/types.js";
import type { MutationTx, Tx } from "../../tx.js";
import { deleteWithDeliveries, endPending } from "./backlog.js";
import { type EndpointInput, readEndpointInput } from "./endpoint-input.js";
import { sealSecret, type WebhookSettings } from "./settings.js";

const maxEndpoints = 50;
const rotationMs = 24 * 3_600_000;

interface WithSecret {
  webhookEndpoint: WebhookEndpointRow;
  secret: string;
}

export async function createEndpoint(
  tx: MutationTx<typeof webhookEndpointCreated>,
  settings: WebhookSettings,
  input: EndpointInput & { url: string },
): Promise<WithSecret> {
  const values = readEndpointInput(input, settings, tx.errors);
  if ((await lockEndpointCount(tx)) >= maxEndpoints)
    tx.errors.add(["input"], "LIMIT_EXCEEDED", `A workspace can have at most ${maxEndpoints} webhook endpoints. Delete an endpoint first.`);
  tx.check();
  const [rowId, secret] = [newId(), newWebhookSecret()];
  const sealed = sealSecret(settings, rowId, secret);
  await insertEndpoint(tx, { url: input.url, description: null, eventTypes: null, ...values, rowId, secret: sealed });
  const webhookEndpoint = await requireEndpoint(tx, rowId);
  tx.emit(webhookEndpointCreated, rowId, endpointDataOf(webhookEndpoint));
  return { webhookEndpoint, secret };
}

export async function changeEndpoint(
  tx: MutationTx<typeof webhookEndpointUpdated>,
  settings: WebhookSettings,
  endpointId: string,
  { state, ...input }: EndpointInput & { state?: WebhookEndpointState | null | undefined },
): Promise<WebhookEndpointRow> {
  const values = readEndpointInput(input, settings, tx.errors);
  const before = await lockEndpoint(tx, endpointId);
  if (state === "ENABLED" && before.state !== endpointStates.indexOf(state) && (await hasBacklog(tx, before.rowId)))
    tx.errors.add(
      ["input", "state"],
      "INVALID_TRANSITION",
      "The service has not yet marked all pending deliveries of the disabled endpoint as FAILED. Try again in a minute.",
    );
  tx.check();
  const changes: EndpointChanges = { ...values, ...(state && stateChanges(state, before)) };
  const changed = (Object.keys(changes) as (keyof typeof changes & keyof WebhookEndpointRow)[]).filter(
    (name) => JSON.stringify(changes[name]) !== JSON.stringify(before[name]),
  );
  if (changed.length === 0) return before;
  await updateEndpoint(tx, before.rowId, changes);
  if (changed.includes("state") && state === "DISABLED") await endPending(tx, before.rowId);
  const after = await requireEndpoint(tx, before.rowId);
  const names = [...changed, "updatedAt"] as Parameters<typeof tx.emit<typeof webhookEndpointUpdated>>[2]["changed"];
  tx.emit(webhookEndpointUpdated, after.rowId, { ...endpointDataOf(after), changed: names });
  return after;
}

function stateChanges(state: WebhookEndpointState, before: WebhookEndpointRow): EndpointChanges {
  const ordinal = endpointStates.indexOf(state);
  if (ordinal === before.state) return {};
  // Resets `failingSince`, so the service disables the endpoint again only after another three days of failures.
  if (state === "ENABLED") return { state: ordinal, disabledReason: null, failingSince: null };
  return { state: ordinal, disabledReason: disabledReasons.indexOf("REQUESTED") };
}

/** Deletes the endpoint with its deliveries. Returns the endpoint's id. */
export async function removeEndpoint(tx: MutationTx<typeof webhookEndpointDeleted>, endpointId: string): Promise<string> {
  const endpoint = await lockEndpoint(tx, endpointId);
  tx.check();
  await deleteWithDeliveries(tx, endpoint.rowId);
  tx.emit(webhookEndpointDeleted, endpoint.rowId, endpointDataOf(endpoint));
  return endpoint.rowId;
}

export async function rotateSecret(
  tx: MutationTx<typeof webhookSecretRotated>,
  settings: WebhookSettings,
  endpointId: string,
): Promise<WithSecret> {
  const { rowId } = await lockEndpoint(tx, endpointId);
  tx.check();
  const current = await readTarget(tx.sql, rowId);
  if (!current) throw new Error(`Invariant violated: locked webhook endpoint ${rowId} not found.`);
  const secret = newWebhookSecret();
  const previousSecretUntil = new Date(tx.now.getTime() + rotationMs);
  await updateEndpoint(tx, rowId, { secret: sealSecret(settings, rowId, secret), previousSecret: current.secret, previousSecretUntil });
  const webhookEndpoint = await requireEndpoint(tx, rowId);
  tx.emit(webhookSecretRotated, rowId, endpointDataOf(webhookEndpoint));
  return { webhookEndpoint, secret };
}

/** Locks the endpoint, or rejects `input.endpointId` if the endpoint does not exist. */
export async function lockEndpoint(tx: MutationTx, endpointId: string): Promise<WebhookEndpointRow> {
  const [endpoint] = await lockEndpoints(tx, [endpointId]);
  return endpoint ?? rejectWith(tx, ["input", "endpointId"], "NOT_FOUND", "This workspace has no webhook endpoint with this id.");
}

export async function requireEndpoint({ sql }: Pick<Tx, "sql">, rowId: string): Promise<WebhookEndpointRow> {
  const [endpoint] = await readEndpoints(sql, [rowId]);
  if (!endpoint) throw new Error(`Invariant violated: webhook endpoint ${rowId} not found after a write.`);
  return endpoint;
}

export function endpointDataOf({ workspaceId, url, state, disabledReason, ...endpoint }: WebhookEndpointRow) {
  return {
    ...endpoint,
    state: valueOfOrdinal(endpointStates, state),
    disabledReason: disabledReason === null ? null : valueOfOrdinal(disabledReasons, disabledReason),
  };
}
