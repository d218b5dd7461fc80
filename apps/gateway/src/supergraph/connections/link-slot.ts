import { Link } from "./link.js";
import { openSocket } from "./open-socket.js";

interface SlotOptions {
  url: URL;
  timeoutMs: number;
  maxBytes: number;
}

// Time until the next attempt if an older subgraph or a proxy does not support links.
const unsupportedMs = 60_000;
const brokenMs = 1_000;
// Maximum age of a link. A load balancer can assign the next link to a new replica.
const maxAgeMs = 300_000;

/** Keeps one link to a subgraph open, and replaces an old or ended link. */
export class LinkSlot {
  #current: Link | undefined;
  #opening: Link | undefined;
  #openedAt = 0;
  #nextAttemptAt = 0;
  #isClosed = false;
  readonly #links = new Set<Link>();
  #onEmpty: (() => void) | undefined;

  constructor(readonly options: SlotOptions) {}

  /** Returns the open link. Returns undefined if the link is full or not open yet. */
  acquire(): Link | undefined {
    if (this.#isClosed) return undefined;
    const now = Date.now();
    if (!this.#opening && now >= this.#nextAttemptAt && (!this.#current || now - this.#openedAt > maxAgeMs)) this.#open();
    return this.#current?.isFull ? undefined : this.#current;
  }

  /** Waits for the replies to all requests, and closes the link. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const empty = new Promise<void>((resolve) => {
      this.#onEmpty = resolve;
    });
    for (const link of this.#links) link.retire();
    if (this.#links.size === 0) return;
    await empty;
  }

  #open(): void {
    const link: Link = new Link({
      ...this.options,
      socket: openSocket(this.options.url),
      onOpen: () => {
        const last = this.#current;
        this.#opening = undefined;
        this.#current = link;
        this.#openedAt = Date.now();
        last?.retire();
        if (this.#isClosed) link.retire();
      },
      onEnd: (isSupported) => {
        if (this.#opening === link) this.#nextAttemptAt = Date.now() + (isSupported ? brokenMs : unsupportedMs);
        if (this.#opening === link) this.#opening = undefined;
        if (this.#current === link) this.#current = undefined;
      },
      onClose: () => {
        this.#links.delete(link);
        if (this.#links.size === 0) this.#onEmpty?.();
      },
    });
    this.#opening = link;
    this.#links.add(link);
  }
}
