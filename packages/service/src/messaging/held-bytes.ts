export class HeldBytes {
  #bytes = 0;
  readonly #waiters = new Set<{ limit: number; resolve(): void }>();

  add(bytes: number): void {
    this.#bytes += bytes;
  }

  remove(bytes: number): void {
    this.#bytes -= bytes;
    for (const waiter of this.#waiters) {
      if (this.#bytes >= waiter.limit) continue;
      this.#waiters.delete(waiter);
      waiter.resolve();
    }
  }

  async below(limit: number): Promise<void> {
    if (this.#bytes >= limit) await new Promise<void>((resolve) => this.#waiters.add({ limit, resolve }));
  }
}
