import type { OperationContext } from "../request-context.js";

/** Pipeline step: reads and extends the request context, or rejects the request by throwing. */
export type Step<Way = OperationContext> = (way: Way) => void | Promise<void>;
