import { authorize } from "./authorize.js";
import { checkIdempotencyKey } from "./check-idempotency-key.js";
import type { OperationContext } from "./context.js";
import { execute, signPrincipal } from "./execute.js";
import { limitCost, prepare } from "./prepare.js";
import type { Middleware } from "./run.js";

/** From a read operation to its result; shared by GraphQL and MCP. */
export const execution: readonly Middleware<OperationContext>[] = [
  prepare,
  authorize,
  checkIdempotencyKey,
  limitCost,
  signPrincipal,
  execute,
];
