import type { ReadStream, WriteStream } from "node:tty";
import { progress } from "@clack/prompts";

export interface Screen {
  output: WriteStream;
  input: ReadStream | undefined;
}

/** Shows a text and a progress bar for `bytes` bytes. Shows nothing if `screen` is undefined or has 0 columns. */
export function showProgress(screen: Screen | undefined, bytes: number): { show(read: number, done: string): void; end(): void } {
  if (!screen || screen.output.columns === 0) return { show: () => undefined, end: () => undefined };
  const bar = progress({ max: Math.max(bytes, 1), output: screen.output, cancelMessage: "Stopping after the current rows …" });
  bar.start("Reading");
  // Leaves the raw mode that Clack sets, because Ctrl-C sends no SIGINT in raw mode.
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
