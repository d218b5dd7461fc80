import { z } from "zod";
import { newId } from "../time/ids.js";
import type { EventDefinition } from "./define.js";

/** Who caused an event: a key and the member it acts for. Null where time or a background task did. */
export interface Actor {
  keyId: string;
  memberId: string;
}

/**
 * The envelope: CloudEvents 1.0 in JSON (https://cloudevents.io), `subject` being the record's id.
 * Extension attributes are lower-case letters and digits only, as the standard asks.
 * Attributes that we do not know are left alone.
 */
export const cloudEvent = z.looseObject({
  specversion: z.literal("1.0"),
  id: z.guid(),
  source: z.string().min(1),
  type: z.string().min(1),
  subject: z.string().min(1),
  time: z.iso.datetime({ offset: true }),
  datacontenttype: z.literal("application/json"),
  workspaceid: z.guid(),
  actorkeyid: z.string().optional(),
  actormemberid: z.string().optional(),
  requestid: z.string().optional(),
  traceparent: z.string().optional(),
  data: z.unknown(),
});
export type CloudEvent = z.infer<typeof cloudEvent>;

/** What a new event is made from. */
export interface EventDetails<Data> {
  workspaceId: string;
  recordId: string;
  data: Data;
  actor: Actor | null;
  time: Date;
  requestId?: string | undefined;
  traceparent?: string | undefined;
}

/** An event that passed its checks and waits to be written to the outbox. */
export interface PendingEvent {
  workspaceId: string;
  event: CloudEvent;
  /** NATS headers to publish it with. */
  headers: Record<string, string>;
}

/** Makes an event. Throws an Error naming the fields when `data` breaks the definition's schema: a fault of ours, not of a caller. */
export function pendingEvent<Data>(definition: EventDefinition<Data>, details: EventDetails<Data>): PendingEvent {
  const { workspaceId, recordId, actor, time, requestId, traceparent } = details;
  const data = definition.data.safeParse(details.data);
  if (!data.success) throw new Error(`The event ${definition.subject} has wrong data: ${findings(data.error)}`);
  const event: CloudEvent = {
    specversion: "1.0",
    id: newId(),
    source: `/offergraph/${definition.service}`,
    type: definition.subject,
    subject: recordId,
    time: time.toISOString(),
    datacontenttype: "application/json",
    workspaceid: workspaceId,
    ...(actor && { actorkeyid: actor.keyId, actormemberid: actor.memberId }),
    ...(requestId !== undefined && { requestid: requestId }),
    ...(traceparent !== undefined && { traceparent }),
    data: data.data,
  };
  return { workspaceId, event, headers: traceparent === undefined ? {} : { traceparent } };
}

/** A zod error in one line: where and what. Never the value, which may be a customer's. */
export function findings(error: z.ZodError): string {
  return error.issues.map(({ path, message }) => `${path.join(".") || "(the whole)"}: ${message}`).join("; ");
}
