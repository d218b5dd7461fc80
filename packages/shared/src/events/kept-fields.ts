import type { EventDefinition, EventSubject } from "./define.js";

/** Of events that list the fields that changed: the fields from which a consumer keeps something. */
export type KeptFields = ReadonlyMap<EventSubject, ReadonlySet<string>>;

/** Declares which fields a consumer keeps. An event that changed none of them is acknowledged on receipt, without a transaction. */
export function keepsOf<Field extends string>(
  definition: EventDefinition<{ changed: Field[] }>,
  fields: readonly NoInfer<Field>[],
): KeptFields {
  return new Map([[definition.subject, new Set<string>(fields)]]);
}

/**
 * Returns true for an event that lists its changed fields, none of which is kept. What is not of that shape is never skipped: the
 * checks of `readEvent` decide about it. The answer depends on the event alone, so a redelivered event is skipped again.
 */
export function changesNothingKept(kept: KeptFields, json: unknown): boolean {
  const { type, data } = (json ?? {}) as { type?: unknown; data?: { changed?: unknown } | null };
  const fields = kept.get(type as EventSubject);
  const changed = data?.changed;
  if (!fields || !Array.isArray(changed) || changed.length === 0) return false;
  return changed.every((field) => typeof field === "string" && !fields.has(field));
}
