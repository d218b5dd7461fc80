import type { Exchange } from "../exchange.js";

/** Pipeline step: reads and extends the request context, or rejects the request by throwing. */
export type Step<Way = Exchange> = (way: Way) => void | Promise<void>;
