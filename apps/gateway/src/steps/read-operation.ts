import type { Step } from "./step.js";

/** Lets the transport read the operation. Runs after authentication, so that the body of an unauthenticated request is never read. */
export const readOperation: Step = async (exchange) => {
  const read = await exchange.transport.read(exchange);
  if ("answer" in read) exchange.answer = read.answer;
  else exchange.operation = read.operation;
};
