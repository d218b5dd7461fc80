/** Time in seconds after which the gateway closes a connection without a request. */
export const keepAliveSeconds = 65;
/** Timeout in seconds for the head of the first request. */
export const firstHeadSeconds = 15;
