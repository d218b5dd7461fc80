import type { IncomingMessage } from "node:http";
import { PublicError } from "@offergraph/shared/errors/public-error";

/**
 * Yields the chunks of a request's body. The unread rest is discarded, so that clients that read only after sending get the response.
 * `onBytes` is called with the length of each chunk; an error that it throws ends the stream.
 */
export async function* chunksOf(request: IncomingMessage, onBytes?: (bytes: number) => void): AsyncGenerator<Buffer> {
  try {
    // Keeps the connection open after an early exit: the response uses it.
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      onBytes?.(chunk.length);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof PublicError) throw error;
    throw new PublicError(
      "BAD_REQUEST",
      "The request body ended early. Records with a result were processed; it is safe to send all records again.",
    );
  } finally {
    request.resume();
  }
}
