/** How long tests wait for what is to come by itself: far beyond what it takes, since test runs share their machine. */
export const patient = { timeout: 60_000, interval: 20 };
