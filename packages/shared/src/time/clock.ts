/** Source of the current time, which tests can replace. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock for tests that changes only by `advance`. */
export class ManualClock implements Clock {
  #now: number;
  constructor(start: Date | string) {
    this.#now = new Date(start).getTime();
  }
  now(): Date {
    return new Date(this.#now);
  }
  advance(milliseconds: number): void {
    this.#now += milliseconds;
  }
}
