import type { ReadStream, WriteStream } from "node:tty";
import { progress } from "@clack/prompts";
import type { Progress } from "../import/import.js";

/** A terminal that progress is drawn on, and the keys of the same. */
export interface Screen {
  output: WriteStream;
  input: ReadStream | undefined;
}

/** Draws how many of a file's bytes are done; nothing without a screen. */
export function showProgress(screen: Screen | undefined, bytes: number): { show(read: number, done: Progress): void; end(): void } {
  if (!screen) return { show: () => undefined, end: () => undefined };
  const bar = progress({ max: Math.max(bytes, 1), output: screen.output, cancelMessage: "Stopping when the rows under way are in …" });
  bar.start("Reading");
  // Clack reads keys raw and would end the process at Ctrl-C, in the middle of a batch: as a terminal is by itself, Ctrl-C is a signal.
  screen.input?.setRawMode(false);
  let before = 0;
  return {
    show: (read, { created, unchanged, rejected }) => {
      bar.advance(read - before, `${created} created, ${unchanged} already there, ${rejected} bad`);
      before = read;
    },
    end: () => bar.clear(),
  };
}
