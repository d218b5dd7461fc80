/** Timeout and interval for polling asynchronous effects. The timeout is long, because test runs share their machine. */
export const polling = { timeout: 60_000, interval: 20 };
