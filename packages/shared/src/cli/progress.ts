import type { ReadStream, WriteStream } from "node:tty";
import { progress } from "@clack/prompts";

/** A terminal that progress is drawn on, and the keys of the same. */
export interface Screen {
  output: WriteStream;
  input: ReadStream | undefined;
}

/** Draws how many of a file's bytes are done, and what was done in words; nothing without a screen, or on one that has no width. */
export function showProgress(screen: Screen | undefined, bytes: number): { show(read: number, done: string): void; end(): void } {
  if (!screen || screen.output.columns === 0) return { show: () => undefined, end: () => undefined };
  const bar = progress({ max: Math.max(bytes, 1), output: screen.output, cancelMessage: "Stopping when the rows under way are in …" });
  bar.start("Reading");
  // Clack reads keys raw and would end the process at Ctrl-C, in the middle of a batch: as a terminal is by itself, Ctrl-C is a signal.
  screen.input?.setRawMode(false);
  let before = 0;
  return {
    show: (read, done) => {
      bar.advance(read - before, done);
      before = read;
    },
    end: () => bar.clear(),
  };
}
