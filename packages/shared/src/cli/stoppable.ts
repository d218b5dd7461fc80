import { addAbortSignal, type Readable } from "node:stream";

export class ReadingStopped extends Error {}

/** Yields a stream's chunks; throws ReadingStopped as soon as `stop` aborts, even while waiting for data. */
export async function* untilStopped(file: Readable, stop: AbortSignal): AsyncGenerator<Buffer> {
  try {
    yield* addAbortSignal(stop, file);
  } catch (error) {
    throw stop.aborted ? new ReadingStopped() : error;
  }
}
