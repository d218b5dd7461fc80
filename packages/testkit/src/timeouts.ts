/** Generous timeout for asynchronous effects, because test runs share their machine. */
export const polling = { timeout: 60_000, interval: 20 };
