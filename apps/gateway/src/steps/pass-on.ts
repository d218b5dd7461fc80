import type { IncomingMessage } from "node:http";
import { pipeline } from "node:stream/promises";
import { ClientGone, tooLarge } from "../http/body.js";
import { askOwner } from "../proxy/ask-owner.js";
import type { Delivery } from "../proxy/delivery.js";
import { answerHeaders } from "../proxy/headers.js";
import type { Passing } from "../proxy/visit.js";
import type { Step } from "./step.js";

const gone = "The client went away.";

/** Streams records to the service that owns their path, and its answer back; neither is kept whole. */
export const passOn: Step<Delivery> = async (visit) => {
  const { response } = visit;
  const leaving = new AbortController();
  response.once("close", () => response.writableFinished || leaving.abort());
  const answer = await askOwner(visit, bodyOf(visit), leaving.signal);
  response.writeHead(answer.statusCode, answerHeaders(visit, answer.headers));
  // Who sends a long stream learns at once that it is taken.
  response.flushHeaders();
  await pipeline(answer.body, response).catch(() => {
    // The answer is broken off, which is all that can still be told: its head is gone out.
    throw new ClientGone(leaving.signal.aborted ? gone : "The service broke off its answer.");
  });
};

function bodyOf({ request, response, target, mostBytes }: Passing): (() => AsyncIterable<Buffer>) | null {
  const { "content-length": length, "transfer-encoding": chunked, expect } = request.headers;
  if (chunked === undefined && Number(length ?? 0) === 0) return null;
  if (Number(length ?? 0) > mostBytes) throw tooLarge(mostBytes, target.whenTooLong);
  return () => {
    // Whoever asks first (RFC 9110 10.1.1) is told to go on only now, when there is someone to take it.
    if (expect !== undefined) response.writeContinue();
    return bounded(request, mostBytes, target.whenTooLong);
  };
}

async function* bounded(request: IncomingMessage, mostBytes: number, whenTooLong: string): AsyncGenerator<Buffer> {
  let size = 0;
  try {
    // Left open when it ends early: the answer goes out on the same connection.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      size += chunk.length;
      if (size > mostBytes) throw tooLarge(mostBytes, whenTooLong);
      yield chunk;
    }
  } finally {
    // What nobody takes is thrown away, so that a sender who reads last gets to the answer.
    request.resume();
  }
}
