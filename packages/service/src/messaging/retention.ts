/** Days for which the stream of a service keeps an event. */
export const streamDays = 30;

/** Days for which the dead-letter stream keeps an event. */
export const deadLetterDays = 90;

/**
 * Days for which a service must recognize an event from before the erasure of a customer. A service can publish an event again, so the event
 * can be in its stream for twice `streamDays`. The event can then become a dead letter. After a replay, the event is in the stream again.
 */
export const erasureRecordDays = 2 * streamDays + deadLetterDays + streamDays;
