import type { z } from "zod";

/** `offergraph.<service>.<entity>.<change>.v<version>`. */
export type EventSubject = `offergraph.${string}.${string}.${string}.v${number}`;

/** An event that a service publishes, with the schema of its payload. */
export interface EventDefinition<Data = unknown, Subject extends EventSubject = EventSubject> {
  /** The NATS subject and CloudEvents `type`. */
  readonly subject: Subject;
  readonly service: string;
  readonly entity: string;
  /** The text in docs/EVENTS.md: the cause and the content of the event. */
  readonly description: string;
  /** Describes the CloudEvents attribute `subject` in docs/EVENTS.md: the id of a record. */
  readonly recordId: string;
  /** True if the event is only for Offergraph's services. Webhooks do not send internal events. */
  readonly isInternal: boolean;
  readonly data: z.ZodType<Data>;
}

const form = /^offergraph\.([a-z_]+)\.([a-z_]+)\.[a-z_]+\.v[1-9]\d*$/;

/** Declares an event. Fields can be added to the payload later. To remove or change a field, declare a new version of the event. */
export function defineEvent<Data, const Subject extends EventSubject>(definition: {
  subject: Subject;
  description: string;
  recordId: string;
  isInternal?: boolean;
  data: z.ZodType<Data>;
}): EventDefinition<Data, Subject> {
  const match = form.exec(definition.subject);
  if (!match) throw new Error(`Event subject ${definition.subject} does not have the form offergraph.<service>.<entity>.<change>.v1.`);
  const [, service = "", entity = ""] = match;
  return { isInternal: false, ...definition, service, entity };
}
