/** Timeout and interval of tests that wait for a result. The timeout is long, because several test runs may share a machine. */
export const polling = { timeout: 60_000, interval: 20 };
