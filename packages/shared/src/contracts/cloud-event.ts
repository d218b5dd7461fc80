import { z } from "zod";
import { newId } from "../time/ids.js";
import type { EventDefinition } from "./define-event.js";

/** The API key that caused an event, and the key's member. Changes by jobs and consumers have no actor. */
export interface Actor {
  keyId: string;
  memberId: string;
}

/** CloudEvents 1.0 envelope in JSON (https://cloudevents.io); `subject` is the record's id. Parsing does not remove unknown attributes. */
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

export interface EventDetails<Data> {
  workspaceId: string;
  recordId: string;
  data: Data;
  actor: Actor | null;
  time: Date;
  requestId?: string | undefined;
  traceparent?: string | undefined;
}

export interface PendingEvent {
  workspaceId: string;
  event: CloudEvent;
  headers: Record<string, string>;
}

/** Creates an event. Throws an Error that names the invalid fields of `data`. */
export function pendingEvent<Data>(definition: EventDefinition<Data>, details: EventDetails<Data>): PendingEvent {
  const { workspaceId, recordId, actor, time, requestId, traceparent } = details;
  const data = definition.data.safeParse(details.data);
  if (!data.success) throw new Error(`Invariant violated: event ${definition.subject} has invalid data: ${findings(data.error)}`);
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

/** Formats the paths and messages of a zod error on one line. Omits values, which may be personal data. */
export function findings(error: z.ZodError): string {
  return error.issues.map(({ path, message }) => `${path.join(".") || "(root)"}: ${message}`).join("; ");
}
