import { addAbortSignal, type Readable } from "node:stream";

/** Thrown by a reading that was told to stop. */
export class ReadingStopped extends Error {}

/** The bytes of a file; throws ReadingStopped as soon as it is told to stop, even while it waits for more. */
export async function* untilStopped(file: Readable, stop: AbortSignal): AsyncGenerator<Buffer> {
  try {
    yield* addAbortSignal(stop, file);
  } catch (error) {
    throw stop.aborted ? new ReadingStopped() : error;
  }
}
