interface Subscriber {
  eventTypes: readonly string[] | null;
  createdAt: string;
}

interface Occurrence {
  readonly type: string;
  readonly time: Date;
}

/** True if the endpoint receives the event. An endpoint receives only events from after its creation. */
export function receives({ eventTypes, createdAt }: Subscriber, { type, time }: Occurrence): boolean {
  return time >= new Date(createdAt) && (eventTypes === null || eventTypes.includes(type));
}
