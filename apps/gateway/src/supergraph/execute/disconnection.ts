type Listener = () => void;

/** Notifies subgraph requests that the client has disconnected. Replaces AbortSignal, which is slow to create for each operation. */
export class Disconnection {
  #isOver = false;
  #listeners: Listener[] = [];

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Calls the listeners once. */
  disconnect(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    for (const listener of this.#listeners.splice(0)) listener();
  }

  /** Adds a listener. Returns a function that removes the listener. */
  listen(listener: Listener): () => void {
    this.#listeners.push(listener);
    return () => {
      const index = this.#listeners.indexOf(listener);
      if (index >= 0) this.#listeners.splice(index, 1);
    };
  }
}
