import type { Terminal } from "../terminal.js";

export interface TestTerminal extends Terminal {
  lines: string[];
  errors: string[];
  shown: string[];
  /** Simulates Ctrl-C. */
  interrupt(): void;
}

/** Creates a terminal that records its output. Each call of `ask` or `readAll` returns the next item of `answers`. */
export function testTerminal(environment: Record<string, string> = {}, isInteractive = true, answers: string[] = []): TestTerminal {
  const stop = new AbortController();
  const [lines, errors, shown]: string[][] = [[], [], []];
  return {
    ...{ lines: lines ?? [], errors: errors ?? [], shown: shown ?? [] },
    out: (text) => lines?.push(text),
    error: (text) => errors?.push(text),
    progress: (text) => shown?.push(text),
    ...{ isInteractive, columns: 80, environment, pauseMs: 1 },
    ask: async () => answers.shift() ?? "",
    readAll: async () => answers.shift() ?? "",
    stop: stop.signal,
    interrupt: () => stop.abort(),
  };
}
