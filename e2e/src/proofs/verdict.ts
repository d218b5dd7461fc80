import { loadavg } from "node:os";

/** Collects the figures of a proof, and prints each with its limit. */
export class Verdict {
  #failures = 0;

  constructor(readonly log: (text: string) => void) {}

  get isHeld(): boolean {
    return this.#failures === 0;
  }

  atMost(what: string, value: number, max: number, unit = ""): void {
    this.#print(value <= max, `${what}: ${shown(value)}${unit} (limit ${shown(max)}${unit})`);
  }

  atLeast(what: string, value: number, min: number): void {
    this.#print(value >= min, `${what}: ${shown(value)} (at least ${shown(min)})`);
  }

  equals(what: string, value: number, expected: number): void {
    this.#print(value === expected, `${what}: ${value} (expected ${expected})`);
  }

  /** Fails if `findings` is not empty. Prints the first 20 findings. */
  nothing(what: string, findings: readonly string[]): void {
    this.#print(findings.length === 0, `${what}: ${findings.length}`);
    for (const finding of findings.slice(0, 20)) this.log(`    ${finding}`);
  }

  /** Prints the result and sets the exit code of this process. */
  finish(): void {
    this.log(`${this.isHeld ? "all limits held" : `${this.#failures} limits FAILED`}; load ${loadavg()[0]?.toFixed(1)}`);
    process.exitCode = this.isHeld ? 0 : 1;
  }

  #print(isHeld: boolean, text: string): void {
    if (!isHeld) this.#failures += 1;
    this.log(`${isHeld ? "ok    " : "FAILED"} ${text}`);
  }
}

function shown(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(value < 10 ? 2 : 0);
}
