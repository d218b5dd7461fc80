import { PassThrough } from "node:stream";
import type { WriteStream } from "node:tty";
import { describe, expect, it } from "vitest";
import { showProgress } from "./progress.js";

/** Returns the output of the progress bar on a terminal with this number of columns. */
function drawn(columns: number): string {
  const output = Object.assign(new PassThrough(), { columns, isTTY: true });
  const progress = showProgress({ output: output as unknown as WriteStream, input: undefined }, 10);
  progress.show(5, "5 taken in");
  progress.end();
  return String(output.read() ?? "");
}

describe("progress", () => {
  it("is shown on a terminal, but not on one without width", () => {
    expect([drawn(80) !== "", drawn(0)]).toEqual([true, ""]);
  });
});
