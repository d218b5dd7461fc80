import type { IncomingMessage } from "node:http";
import { PublicError } from "@offergraph/shared/errors/public-error";

/**
 * Yields the chunks of a request's body. What is left unread is discarded, so that a sender who reads last gets the answer.
 * `onBytes` is called with the length of each chunk; an error that it throws ends the stream.
 */
export async function* chunksOf(request: IncomingMessage, onBytes?: (bytes: number) => void): AsyncGenerator<Buffer> {
  try {
    // Left open when it is not read to its end: the answer goes out on the same connection.
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      onBytes?.(chunk.length);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof PublicError) throw error;
    throw new PublicError(
      "BAD_REQUEST",
      "The stream broke off. What was answered before this is taken in; the same records can be sent again.",
    );
  } finally {
    request.resume();
  }
}
