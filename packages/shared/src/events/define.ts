import type { z } from "zod";

/** `offergraph.<service>.<entity>.<what happened>.v<version>` (decisions.md 6). */
export type EventSubject = `offergraph.${string}.${string}.${string}.v${number}`;

/** An event that a service publishes. Its payload's shape is declared here and nowhere else. */
export interface EventDefinition<Data = unknown, Subject extends EventSubject = EventSubject> {
  /** The NATS subject, and the CloudEvent's `type`. */
  readonly subject: Subject;
  /** The service that publishes it, e.g. `discounts`. */
  readonly service: string;
  /** What the event is about, e.g. `discount_code`. */
  readonly entity: string;
  /** When it is published and what it means, for docs/EVENTS.md. */
  readonly description: string;
  /** What the CloudEvent's `subject` (the record's id) is. */
  readonly recordId: string;
  readonly data: z.ZodType<Data>;
}

const form = /^offergraph\.([a-z_]+)\.([a-z_]+)\.[a-z_]+\.v[1-9]\d*$/;

/**
 * Declares an event. Fields may be added to a version's payload, never removed or changed: that is a new version beside it.
 * Throws an Error when the subject has another form than `EventSubject`, lower case with underscores.
 */
export function defineEvent<Data, const Subject extends EventSubject>(definition: {
  subject: Subject;
  description: string;
  recordId: string;
  data: z.ZodType<Data>;
}): EventDefinition<Data, Subject> {
  const match = form.exec(definition.subject);
  if (!match)
    throw new Error(`The event subject ${definition.subject} is not of the form offergraph.<service>.<entity>.<what happened>.v1.`);
  const [, service = "", entity = ""] = match;
  return { ...definition, service, entity };
}
