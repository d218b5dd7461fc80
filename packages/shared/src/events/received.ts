import { type Actor, cloudEvent, findings } from "./cloud-event.js";
import type { EventDefinition } from "./define.js";

/** An event as a handler gets it; its `type` tells which data it has. */
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

/** What came is not an event as declared; the message says what is wrong with it. */
export class InvalidEvent extends Error {
  constructor(message: string) {
    super(message);
    this.name = "InvalidEvent";
  }
}

/** The JSON of a message, or undefined when it is none. */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString("utf8"));
  } catch {
    return undefined;
  }
}

/**
 * Checks envelope and data against the definitions. Undefined for a type that is none of them, which is not a fault.
 * Throws InvalidEvent.
 */
export function readEvent<Definition extends EventDefinition>(
  definitions: readonly Definition[],
  json: unknown,
): EventOf<Definition> | undefined {
  const envelope = cloudEvent.safeParse(json);
  if (!envelope.success) throw new InvalidEvent(`not a CloudEvent of ours: ${findings(envelope.error)}`);
  const event = envelope.data;
  const definition = definitions.find(({ subject }) => subject === event.type);
  if (!definition) return undefined;
  const data = definition.data.safeParse(event.data);
  if (!data.success) throw new InvalidEvent(`wrong data for ${event.type}: ${findings(data.error)}`);
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
