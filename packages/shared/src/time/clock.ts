/** Tells the time. Injected everywhere, so that tests decide what time it is. */
export interface Clock {
  now(): Date;
}

/** The machine's clock. */
export const systemClock: Clock = { now: () => new Date() };

/** A clock for tests: stands still until it is told to move. */
export class ManualClock implements Clock {
  #now: number;
  constructor(start: Date | string) {
    this.#now = new Date(start).getTime();
  }
  now(): Date {
    return new Date(this.#now);
  }
  /** Moves on by this many milliseconds. */
  advance(milliseconds: number): void {
    this.#now += milliseconds;
  }
}
