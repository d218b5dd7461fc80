import type { ServerResponse } from "node:http";
import { networkOf } from "@offergraph/shared/http/network";
import type { Dispatcher } from "undici";
import { ClientDisconnected } from "../http/body.js";
import { countFailure } from "../pipeline/admission.js";
import type { Middleware } from "../pipeline/run.js";
import type { PublicContext } from "./context.js";
import { pipeResponse } from "./pipe-response.js";
import { overloaded } from "./public-body.js";
import { answerHeaders, requestUpstream, unavailable } from "./request-upstream.js";

const maxAnswerBytes = 16 * 1024 * 1024;
const smallBytes = 64 * 1024;
/** Timeout in milliseconds for a client to read a buffered response. Each 32 KiB of the response extends the timeout by about 1 s. */
const readMs = 30_000;
const minBytesPerMs = 32;
/** Timeout in milliseconds for a client that stops reading a streamed response. */
const idleMs = 30_000;

/**
 * Proxies a request without an API key. Streams result files, which can be large. Buffers responses that are not result files, so that a
 * slow reader occupies no connection to the service.
 */
export const respondPublic: Middleware<PublicContext> = (context) => (context.target.isStreamed ? stream(context) : respond(context));

async function stream(context: PublicContext): Promise<void> {
  const { gateway, address } = context;
  const share = gateway.publicStreams.open(networkOf(address));
  const { maxCount: limit } = gateway.publicStreams.limits;
  if (!share) {
    const message = `This network address has reached the limit of ${limit} concurrent downloads.`;
    throw overloaded(message, { limit, retryAfterSeconds: 1, fix: "Retry after another download has finished." });
  }
  try {
    await pipeResponse(context, context.body, idleMs);
  } finally {
    share.close();
  }
}

async function respond(context: PublicContext): Promise<void> {
  const { response, gateway, address } = context;
  const disconnected = new AbortController();
  response.once("close", () => response.writableFinished || disconnected.abort());
  const answer = await requestUpstream(context, context.body, disconnected.signal);
  const body = await wholeBody(answer, disconnected.signal);
  await countFailure(context, answer.statusCode);
  const share = gateway.publicResponses.open(networkOf(address));
  // A small response fits into the socket's buffer and does not count toward the limit.
  if (!share?.add(body.length > smallBytes ? body.length : 0)) {
    share?.close();
    const fix = "Read the responses to earlier requests, then retry.";
    throw overloaded("The unread responses to this network address are too large in total.", { fix });
  }
  if (response.destroyed) share.close();
  else response.once("close", share.close);
  response.writeHead(answer.statusCode, answerHeaders(context, answer.headers));
  response.end(body);
  cutOffSlowReader(response, readMs + body.length / minBytesPerMs);
}

async function wholeBody({ body }: Dispatcher.ResponseData, signal: AbortSignal): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxAnswerBytes) throw new Error(`The response is larger than ${maxAnswerBytes} bytes`);
      chunks.push(chunk);
    }
  } catch (error) {
    if (signal.aborted) throw new ClientDisconnected("Client disconnected");
    throw unavailable(error);
  }
  return Buffer.concat(chunks, size);
}

function cutOffSlowReader(response: ServerResponse, ms: number): void {
  if (response.destroyed) return;
  const timer = setTimeout(() => response.destroy(), ms);
  response.once("close", () => clearTimeout(timer));
}
