import type { ReadStream, WriteStream } from "node:tty";
import { progress } from "@clack/prompts";

export interface Screen {
  output: WriteStream;
  input: ReadStream | undefined;
}

/** Shows a text and a progress bar that counts bytes. Does nothing without a screen or on a screen of 0 columns. */
export function showProgress(screen: Screen | undefined, bytes: number): { show(read: number, done: string): void; end(): void } {
  if (!screen || screen.output.columns === 0) return { show: () => undefined, end: () => undefined };
  const bar = progress({ max: Math.max(bytes, 1), output: screen.output, cancelMessage: "Stopping after the current rows …" });
  bar.start("Reading");
  // Clack sets raw mode and exits on Ctrl-C, even in the middle of a batch. Without raw mode, Ctrl-C sends SIGINT, which we handle.
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
