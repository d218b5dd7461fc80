import type { IncomingMessage } from "node:http";
import { PublicError } from "@offergraph/shared/errors/public-error";

/** What comes in of a request. What is not asked for is thrown away in the end, so that a sender who reads last gets to the answer. */
export async function* chunksOf(request: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    // Left open when it is not read to its end: the answer goes out on the same connection.
    yield* request.iterator({ destroyOnReturn: false });
  } catch {
    throw new PublicError(
      "BAD_REQUEST",
      "The stream broke off. What was answered before this is taken in; the same records can be sent again.",
    );
  } finally {
    request.resume();
  }
}
