import type { EventDefinition, EventSubject } from "@offergraph/shared/contracts/define-event";

/** Relevant fields by subject, for events that list their changed fields. */
export type KeptFields = ReadonlyMap<EventSubject, ReadonlySet<string>>;

/** Declares the relevant fields. Events that changed no relevant field are acknowledged on receipt, without a transaction. */
export function keepsOf<Field extends string>(
  definition: EventDefinition<{ changed: Field[] }>,
  fields: readonly NoInfer<Field>[],
): KeptFields {
  return new Map([[definition.subject, new Set<string>(fields)]]);
}

/** True if an event lists changed fields, and none of these fields is relevant. False for malformed events, which `parseEvent` rejects. */
export function changesNothingKept(kept: KeptFields, json: unknown): boolean {
  const { type, data } = (json ?? {}) as { type?: unknown; data?: { changed?: unknown } | null };
  const fields = kept.get(type as EventSubject);
  const changed = data?.changed;
  if (!fields || !Array.isArray(changed) || changed.length === 0) return false;
  return changed.every((field) => typeof field === "string" && !fields.has(field));
}
