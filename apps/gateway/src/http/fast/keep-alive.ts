/** Time after which the gateway closes a connection without a request. */
export const keepAliveSeconds = 65;
/** Time in which the head of the first request must arrive. */
export const firstHeadSeconds = 15;
