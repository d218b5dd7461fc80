import type { EventDefinition, EventSubject } from "@offergraph/shared/contracts/define-event";

/** Fields that a consumer uses, by the subject of the event. Contains only events whose data lists the changed fields. */
export type KeptFields = ReadonlyMap<EventSubject, ReadonlySet<string>>;

/**
 * Declares the fields of an event that a consumer uses. If none of the declared fields changed, the event is acknowledged without a
 * transaction.
 */
export function keepsOf<Field extends string>(
  definition: EventDefinition<{ changed: Field[] }>,
  fields: readonly NoInfer<Field>[],
): KeptFields {
  return new Map([[definition.subject, new Set<string>(fields)]]);
}

/**
 * True if an event lists changed fields, and the consumer uses none of these fields. False for malformed events, which `parseEvent`
 * rejects.
 */
export function changesNothingKept(kept: KeptFields, json: unknown): boolean {
  const { type, data } = (json ?? {}) as { type?: unknown; data?: { changed?: unknown } | null };
  const fields = kept.get(type as EventSubject);
  const changed = data?.changed;
  if (!fields || !Array.isArray(changed) || changed.length === 0) return false;
  return changed.every((field) => typeof field === "string" && !fields.has(field));
}
