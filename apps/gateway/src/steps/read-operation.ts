import type { Step } from "./step.js";

/** Only now is the body read: nobody without a key makes us take one. How it is read is the transport's. */
export const readOperation: Step = async (exchange) => {
  const read = await exchange.transport.read(exchange);
  if ("answer" in read) exchange.answer = read.answer;
  else exchange.operation = read.operation;
};
