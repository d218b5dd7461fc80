export interface BudgetLimits {
  maxCount: number;
  maxBytes: number;
  totalBytes: number;
}

export interface BudgetShare {
  /** Reserves more bytes for this share. If too little memory is free, reserves nothing and returns false. */
  add(bytes: number): boolean;
  /** Releases the share. Further calls of `close` have no effect. */
  close(): void;
}

/**
 * Divides memory between holders, for example workspaces. A holder may not have more bytes than remain free for all holders, so a single
 * holder can have at most half of the total.
 */
export class SharedBudget {
  readonly #held = new Map<string, { count: number; bytes: number }>();
  #bytes = 0;

  constructor(readonly limits: BudgetLimits) {}

  /** Opens a share for this holder. Returns undefined if the holder has too many open shares. */
  open(holder: string): BudgetShare | undefined {
    const held = this.#held.get(holder) ?? { count: 0, bytes: 0 };
    if (held.count >= this.limits.maxCount) return undefined;
    this.#held.set(holder, held);
    held.count += 1;
    let own = 0;
    let isOpen = true;
    return {
      add: (bytes) => {
        const { maxBytes, totalBytes } = this.limits;
        const wanted = held.bytes + bytes;
        if (!isOpen || wanted > maxBytes || wanted > totalBytes - this.#bytes - bytes) return false;
        held.bytes = wanted;
        this.#bytes += bytes;
        own += bytes;
        return true;
      },
      close: () => {
        if (!isOpen) return;
        isOpen = false;
        held.count -= 1;
        held.bytes -= own;
        this.#bytes -= own;
        if (held.count === 0) this.#held.delete(holder);
      },
    };
  }
}
