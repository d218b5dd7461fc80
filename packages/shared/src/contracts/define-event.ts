import type { z } from "zod";

/** `offergraph.<service>.<entity>.<what happened>.v<version>`. */
export type EventSubject = `offergraph.${string}.${string}.${string}.v${number}`;

/** An event that a service publishes, with the schema of its payload. */
export interface EventDefinition<Data = unknown, Subject extends EventSubject = EventSubject> {
  /** NATS subject and CloudEvents `type`. */
  readonly subject: Subject;
  /** The producer, e.g. `discounts`. */
  readonly service: string;
  /** E.g. `discount_code`. */
  readonly entity: string;
  /** Description in docs/EVENTS.md: when the event is emitted and what it contains. */
  readonly description: string;
  /** Description of the CloudEvents `subject`, the record's id. */
  readonly recordId: string;
  readonly data: z.ZodType<Data>;
}

const form = /^offergraph\.([a-z_]+)\.([a-z_]+)\.[a-z_]+\.v[1-9]\d*$/;

/**
 * Declares an event. Fields may be added to a version's payload; removing or changing one needs a new version next to it.
 * Throws an Error if the subject does not match `EventSubject`, lower case with underscores.
 */
export function defineEvent<Data, const Subject extends EventSubject>(definition: {
  subject: Subject;
  description: string;
  recordId: string;
  data: z.ZodType<Data>;
}): EventDefinition<Data, Subject> {
  const match = form.exec(definition.subject);
  if (!match) throw new Error(`Event subject ${definition.subject} does not match offergraph.<service>.<entity>.<what happened>.v1.`);
  const [, service = "", entity = ""] = match;
  return { ...definition, service, entity };
}
