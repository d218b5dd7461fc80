import { styleText } from "node:util";

const repeatsMs = 10_000;
const width = 14;

export interface Output {
  step(name: string, text: string): void;
  /** Shows a warning or an error. Shows each message at most once per 10 seconds. */
  trouble(name: string, level: "warn" | "error" | "fatal", text: string): void;
  line(text?: string): void;
  strong(text: string): string;
  dim(text: string): string;
}

export function createOutput(write: (text: string) => void, isTerminal: boolean): Output {
  const paint = (style: "bold" | "dim" | "yellow" | "red", text: string) =>
    isTerminal ? styleText(style, text, { validateStream: false }) : text;
  const lastSaid = new Map<string, number>();
  const line = (text = "") => write(`${text}\n`);
  return {
    line,
    strong: (text) => paint("bold", text),
    dim: (text) => paint("dim", text),
    step: (name, text) => line(`  ${name.padEnd(width)} ${paint("dim", text)}`),
    trouble(name, level, text) {
      const now = Date.now();
      const key = `${name} ${text}`;
      const isRepeated = now - (lastSaid.get(key) ?? Number.NEGATIVE_INFINITY) < repeatsMs;
      if (lastSaid.size > 1_000) lastSaid.clear();
      if (isRepeated) return;
      lastSaid.set(key, now);
      line(`  ${name.padEnd(width)} ${paint(level === "warn" ? "yellow" : "red", `${level}: ${text}`)}`);
    },
  };
}

/** For example, returns "12.3 s" for 12345. */
export function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
