import { TurnQueue } from "./turn-queue.js";

/** Waits for something without keeping others from running meanwhile; goes on when there is room again. */
export type Rest = (wait: Promise<unknown>) => Promise<void>;

type Task = (rest: Rest) => Promise<void>;

interface KeyQueue {
  readonly group: string;
  readonly tasks: Task[];
}

/**
 * Runs tasks of one key one after the other, those of different keys side by side, up to a number; those that rest are not counted.
 * Keys of different groups take turns, so that a group with few tasks passes the backlog of another one.
 */
export class SerialQueues {
  readonly #waiting = new Map<string, KeyQueue>();
  readonly #resting = new Set<string>();
  readonly #ready = new TurnQueue<() => void>();
  readonly #rested: (() => void)[] = [];
  #restedLast = false;
  #running = 0;
  /** Tasks that run or wait, but for those of keys that rest. */
  #size = 0;
  /** Tasks of keys that rest. */
  #aside = 0;
  readonly #watchers = new Set<{ isBelow(): boolean; tell(): void }>();
  constructor(readonly concurrency: number) {}

  /** Adds a task; it has to handle its own errors. All tasks of a key are of one group. */
  add(key: string, task: Task, group = ""): void {
    if (this.#resting.has(key)) this.#aside += 1;
    else this.#size += 1;
    const queue = this.#waiting.get(key);
    if (queue) {
      queue.tasks.push(task);
      return;
    }
    const added: KeyQueue = { group, tasks: [task] };
    this.#waiting.set(key, added);
    this.#ready.push(group, () => void this.#runOne(key, added));
    this.#start();
  }

  /** Resolves when nothing runs, waits or rests. */
  idle(): Promise<void> {
    return this.below(1, 1);
  }

  /** Resolves when fewer than this many run or wait, and fewer than `aside` rest or wait for one that does. */
  async below(number: number, aside: number): Promise<void> {
    const isBelow = () => this.#size < number && this.#aside < aside;
    if (!isBelow()) await new Promise<void>((tell) => this.#watchers.add({ isBelow, tell }));
  }

  #start(): void {
    while (this.#running < this.concurrency) {
      const go = this.#next();
      if (go === undefined) return;
      this.#running += 1;
      go();
    }
  }

  /** By turns one that is new and one that has rested: however many have, what is new is not behind them all. */
  #next(): (() => void) | undefined {
    this.#restedLast = this.#rested.length > 0 && (!this.#restedLast || this.#ready.isEmpty);
    return (this.#restedLast ? this.#rested : this.#ready).shift();
  }

  /** Sets a key aside until `wait` settles: its tasks keep their order, and its place is another's meanwhile. */
  async #rest(key: string, wait: Promise<unknown>): Promise<void> {
    this.#setAside(key, true);
    this.#running -= 1;
    this.#start();
    await wait.catch(() => undefined);
    await new Promise<void>((go) => {
      this.#rested.push(go);
      this.#start();
    });
    this.#setAside(key, false);
  }

  #setAside(key: string, aside: boolean): void {
    const moved = (this.#waiting.get(key)?.tasks.length ?? 0) * (aside ? 1 : -1);
    this.#aside += moved;
    this.#size -= moved;
    if (aside) this.#resting.add(key);
    else this.#resting.delete(key);
    this.#tell();
  }

  #tell(): void {
    for (const watcher of this.#watchers) {
      if (!watcher.isBelow()) continue;
      this.#watchers.delete(watcher);
      watcher.tell();
    }
  }

  /** One task of a key, then the key goes to the end of the line: a busy record does not keep others waiting. */
  async #runOne(key: string, queue: KeyQueue): Promise<void> {
    const { group, tasks } = queue;
    try {
      await tasks[0]?.((wait) => this.#rest(key, wait));
    } finally {
      tasks.shift();
      if (tasks.length > 0) this.#ready.push(group, () => void this.#runOne(key, queue));
      else this.#waiting.delete(key);
      this.#running -= 1;
      this.#start();
      this.#size -= 1;
      this.#tell();
    }
  }
}
