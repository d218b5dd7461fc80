import { type Actor, cloudEvent, findings } from "./cloud-event.js";
import type { EventDefinition } from "./define-event.js";

/** Type of an event as handlers receive it. The field `type` determines the type of `data`. */
export type EventOf<Definition extends EventDefinition> =
  Definition extends EventDefinition<infer Data, infer Subject>
    ? {
        readonly id: string;
        readonly type: Subject;
        readonly workspaceId: string;
        readonly recordId: string;
        readonly time: Date;
        readonly actor: Actor | null;
        readonly requestId: string | undefined;
        readonly traceparent: string | undefined;
        readonly data: Data;
      }
    : never;

/** An error for a message that is not a valid event. The error's message contains the reason. */
export class InvalidEvent extends Error {
  constructor(message: string) {
    super(message);
    this.name = "InvalidEvent";
  }
}

/** Returns undefined if the JSON is invalid. */
export function parseJson(text: string | Uint8Array): unknown {
  try {
    return JSON.parse(typeof text === "string" ? text : Buffer.from(text).toString("utf8"));
  } catch {
    return undefined;
  }
}

/** Validates an event. Returns undefined if no definition has the event's type. Throws InvalidEvent if the envelope or data is invalid. */
export function parseEvent<Definition extends EventDefinition>(
  definitions: readonly Definition[],
  json: unknown,
): EventOf<Definition> | undefined {
  const envelope = cloudEvent.safeParse(json);
  if (!envelope.success) throw new InvalidEvent(`invalid CloudEvent: ${findings(envelope.error)}`);
  const event = envelope.data;
  const definition = definitions.find(({ subject }) => subject === event.type);
  if (!definition) return undefined;
  const data = definition.data.safeParse(event.data);
  if (!data.success) throw new InvalidEvent(`invalid data for ${event.type}: ${findings(data.error)}`);
  const actor = event.actorkeyid && event.actormemberid ? { keyId: event.actorkeyid, memberId: event.actormemberid } : null;
  const received = {
    id: event.id,
    type: definition.subject,
    workspaceId: event.workspaceid,
    recordId: event.subject,
    time: new Date(event.time),
    actor,
    requestId: event.requestid,
    traceparent: event.traceparent,
    data: data.data,
  };
  return received as unknown as EventOf<Definition>;
}
