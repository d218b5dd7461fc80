import { TurnQueue } from "./turn-queue.js";

/** A task calls this function to wait. Other tasks run during the wait. Resolves when the calling task may continue. */
export type Backoff = (wait: Promise<unknown>) => Promise<void>;

type Task = (backoff: Backoff) => Promise<void>;

interface KeyQueue {
  readonly group: string;
  readonly tasks: Task[];
}

/**
 * Runs tasks of up to `concurrency` keys at once, but only one task per key. While a task waits (see `Backoff`), its key is parked and does
 * not count toward `concurrency`. Groups of keys take turns.
 */
export class KeyedQueue {
  readonly #waiting = new Map<string, KeyQueue>();
  readonly #parkedKeys = new Set<string>();
  readonly #ready = new TurnQueue<() => void>();
  readonly #resumed: (() => void)[] = [];
  #resumedLast = false;
  #running = 0;
  /** Number of running and waiting tasks, except tasks of parked keys. */
  #size = 0;
  /** Number of tasks that wait because their key is parked. */
  #parked = 0;
  readonly #watchers = new Set<{ isBelow(): boolean; notify(): void }>();
  constructor(readonly concurrency: number) {}

  /** Adds a task, which must handle its own errors. All tasks of a key must have the same group. */
  add(key: string, task: Task, group = ""): void {
    if (this.#parkedKeys.has(key)) this.#parked += 1;
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

  idle(): Promise<void> {
    return this.below(1, 1);
  }

  /** Resolves when parked keys have fewer than `maxParked` tasks and all other keys have fewer than `maxTasks`. */
  async below(maxTasks: number, maxParked: number): Promise<void> {
    const isBelow = () => this.#size < maxTasks && this.#parked < maxParked;
    if (!isBelow()) await new Promise<void>((notify) => this.#watchers.add({ isBelow, notify }));
  }

  #start(): void {
    while (this.#running < this.concurrency) {
      const go = this.#next();
      if (go === undefined) return;
      this.#running += 1;
      go();
    }
  }

  /** Returns the next task. Alternates between new tasks and tasks that continue after a backoff. */
  #next(): (() => void) | undefined {
    this.#resumedLast = this.#resumed.length > 0 && (!this.#resumedLast || this.#ready.isEmpty);
    return (this.#resumedLast ? this.#resumed : this.#ready).shift();
  }

  /** Lets tasks of other keys run until the promise `wait` is settled. The tasks of the waiting key keep their order. */
  async #park(key: string, wait: Promise<unknown>): Promise<void> {
    this.#setParked(key, true);
    this.#running -= 1;
    this.#start();
    await wait.catch(() => undefined);
    await new Promise<void>((go) => {
      this.#resumed.push(go);
      this.#start();
    });
    this.#setParked(key, false);
  }

  #setParked(key: string, isParked: boolean): void {
    const moved = (this.#waiting.get(key)?.tasks.length ?? 0) * (isParked ? 1 : -1);
    this.#parked += moved;
    this.#size -= moved;
    if (isParked) this.#parkedKeys.add(key);
    else this.#parkedKeys.delete(key);
    this.#notifyWatchers();
  }

  #notifyWatchers(): void {
    for (const watcher of this.#watchers) {
      if (!watcher.isBelow()) continue;
      this.#watchers.delete(watcher);
      watcher.notify();
    }
  }

  /** Runs one task of a key, then moves the key to the end of the queue. */
  async #runOne(key: string, queue: KeyQueue): Promise<void> {
    const { group, tasks } = queue;
    try {
      await tasks[0]?.((wait) => this.#park(key, wait));
    } finally {
      tasks.shift();
      if (tasks.length > 0) this.#ready.push(group, () => void this.#runOne(key, queue));
      else this.#waiting.delete(key);
      this.#running -= 1;
      this.#start();
      this.#size -= 1;
      this.#notifyWatchers();
    }
  }
}
