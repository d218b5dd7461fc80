import type { Caller } from "../keys/verify-key.js";
import type { OperationUsage } from "../supergraph/usage.js";
import type { Variables } from "../supergraph/variables.js";

export type UsageCaller = Pick<Caller, "keyId" | "workspaceId" | "memberId">;

/** Counters of one key, as returned by `UsageCounters.take`. */
export interface TakenKey {
  readonly caller: UsageCaller;
  /** Returns the number of requests by schema coordinate. */
  readUses(): ReadonlyMap<string, number>;
}

interface KeyCounters {
  readonly caller: UsageCaller;
  /** Counters of operations whose requests are not yet counted in `uses`. A request increments only the counter of its operation. */
  readonly operations: Map<OperationUsage, { count: number }>;
  readonly uses: Map<string, number>;
}

/** Limits of the memory use. The limits `keys`, `operations` and `uses` apply to the sum over all workspaces. */
export interface UsageLimits {
  readonly keys: number;
  readonly operations: number;
  readonly operationsPerKey: number;
  readonly uses: number;
}

const defaultLimits: UsageLimits = { keys: 20_000, operations: 16_384, operationsPerKey: 64, uses: 200_000 };

// For each key and operation, reads the variables of the first 16 requests, and then of every 64th request.
const firstRequests = 16;
const sampleInterval = 64;

/** Counts in memory which parts of the schema each key uses. */
export class UsageCounters {
  #keys = new Map<string, KeyCounters>();
  #operations = 0;
  #uses = 0;
  #dropped = 0;

  constructor(private readonly limits: UsageLimits = defaultLimits) {}

  /** True if the caller should call `take` before the end of the reporting interval. */
  get isNearlyFull(): boolean {
    return this.#uses > this.limits.uses / 2 || this.#keys.size > this.limits.keys / 2;
  }

  add(caller: UsageCaller, usage: OperationUsage, given: Variables | undefined): void {
    const key = this.#keys.get(caller.keyId) ?? this.#open(caller);
    if (!key) return;
    const counter = key.operations.get(usage) ?? this.#openOperation(key, usage);
    if (!counter) {
      for (const coordinate of usage.coordinates) this.#count(key, coordinate, 1);
      usage.inputs?.(given, (coordinate) => this.#count(key, coordinate, 1));
      return;
    }
    counter.count++;
    if (usage.inputs === undefined) return;
    if (counter.count <= firstRequests) usage.inputs(given, (coordinate) => this.#count(key, coordinate, 1));
    else if (counter.count % sampleInterval === 0) usage.inputs(given, (coordinate) => this.#count(key, coordinate, sampleInterval));
  }

  /** Removes and returns all counters by workspace. `dropped` is the number of uses that exceeded the limits. */
  take(): { workspaces: ReadonlyMap<string, readonly TakenKey[]>; dropped: number } {
    const [keys, dropped] = [this.#keys, this.#dropped];
    this.#keys = new Map();
    [this.#operations, this.#uses, this.#dropped] = [0, 0, 0];
    const workspaces = new Map<string, TakenKey[]>();
    for (const key of keys.values()) {
      const list = workspaces.get(key.caller.workspaceId);
      const taken: TakenKey = { caller: key.caller, readUses: () => usesOf(key) };
      if (list) list.push(taken);
      else workspaces.set(key.caller.workspaceId, [taken]);
    }
    return { workspaces, dropped };
  }

  /** Adds counters that `take` returned and that were not stored. */
  restore(taken: readonly TakenKey[]): void {
    for (const { caller, readUses } of taken) {
      const key = this.#keys.get(caller.keyId) ?? this.#open(caller);
      if (key) for (const [coordinate, count] of readUses()) this.#count(key, coordinate, count);
    }
  }

  #open(caller: UsageCaller): KeyCounters | undefined {
    if (this.#keys.size >= this.limits.keys) {
      this.#dropped++;
      return undefined;
    }
    const { keyId, workspaceId, memberId } = caller;
    const key: KeyCounters = { caller: { keyId, workspaceId, memberId }, operations: new Map(), uses: new Map() };
    this.#keys.set(keyId, key);
    return key;
  }

  /** Returns the counter of a new operation. Returns undefined if the limit of all operations is reached. */
  #openOperation(key: KeyCounters, usage: OperationUsage): { count: number } | undefined {
    if (key.operations.size >= this.limits.operationsPerKey) this.#fold(key);
    if (this.#operations >= this.limits.operations) return undefined;
    const counter = { count: 0 };
    key.operations.set(usage, counter);
    this.#operations++;
    return counter;
  }

  #fold(key: KeyCounters): void {
    for (const [{ coordinates }, { count }] of key.operations) for (const coordinate of coordinates) this.#count(key, coordinate, count);
    this.#operations -= key.operations.size;
    key.operations.clear();
  }

  #count({ uses }: KeyCounters, coordinate: string, by: number): void {
    const known = uses.get(coordinate);
    if (known === undefined && this.#uses >= this.limits.uses) {
      this.#dropped++;
      return;
    }
    if (known === undefined) this.#uses++;
    uses.set(coordinate, (known ?? 0) + by);
  }
}

function usesOf({ operations, uses }: KeyCounters): ReadonlyMap<string, number> {
  for (const [{ coordinates }, { count }] of operations)
    for (const coordinate of coordinates) uses.set(coordinate, (uses.get(coordinate) ?? 0) + count);
  operations.clear();
  return uses;
}
