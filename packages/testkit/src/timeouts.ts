/** Timeout and interval of tests that wait for a result. The timeout is long, because several test runs may share a machine. */
export const polling = { timeout: 60_000, interval: 20 };

/** Timeout of lookups that a stub answers. Is shorter than `polling`, because a test may wait for the repetition of a lost lookup. */
export const lookupTimeoutMs = 20_000;
