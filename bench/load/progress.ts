import type { Recorder, Sample } from "./recorder.js";
import { progressLine } from "./summary.js";

export interface Output {
  isTTY?: boolean;
  columns?: number;
  write(text: string): unknown;
}

/** Interval of progress lines in seconds without a terminal, for example in CI. */
const quietSeconds = 5;

/** Shows the progress of the load test. A terminal shows one line that changes every second. */
export function createProgress(output: Output) {
  let isOpen = false;
  const line = (text: string): void => {
    output.write(`${isOpen ? "\n" : ""}${text}\n`);
    isOpen = false;
  };
  const sample = (each: Sample, { inFlight }: Pick<Recorder, "inFlight">): void => {
    const text = progressLine(each, inFlight);
    if (!output.isTTY) {
      if (Math.round(each.second) % quietSeconds === 0) line(text);
      return;
    }
    // Truncates the text, because an update cannot overwrite a wrapped line.
    output.write(`\r\u001b[K${text.slice(0, (output.columns ?? 80) - 1)}`);
    isOpen = true;
  };
  return { line, sample };
}
