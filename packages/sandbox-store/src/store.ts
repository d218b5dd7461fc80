import { z } from "zod";
import { Journal } from "./journal.js";
import { change, type PushedCode } from "./protocol.js";

const deliverySchema = z.object({ webhookId: z.string().min(1), payloadHash: z.string(), message: change });

/** A change as it came in. */
export type Delivery = z.infer<typeof deliverySchema>;

/** A code as a connection has it. */
export type KeptCode = PushedCode & { payloadHash: string };

/** A change that was applied, and how often it was delivered. */
export interface Applied {
  webhookId: string;
  type: Delivery["message"]["type"];
  discountCodeId: string;
  payloadHash: string;
  times: number;
}

/** What all connections hold: nothing but the journal's deliveries, one applied after the other. */
export class Store {
  readonly #codes = new Map<string, Map<string, KeptCode>>();
  readonly #applied = new Map<string, Applied & { connectionId: string }>();

  private constructor(private readonly journal: Journal<Delivery>) {}

  static async open(file: string): Promise<Store> {
    const { journal, entries } = await Journal.open(file, deliverySchema);
    const store = new Store(journal);
    for (const delivery of entries) store.#apply(delivery);
    return store;
  }

  /** Takes a change, once for each webhook id; resolves when it is kept for good. */
  async take(delivery: Delivery): Promise<void> {
    await this.journal.append(delivery);
    this.#apply(delivery);
  }

  codes(connectionId: string): KeptCode[] {
    return [...(this.#codes.get(connectionId)?.values() ?? [])];
  }

  /** What was applied to a connection, in that order. */
  pushes(connectionId: string): Applied[] {
    const own = [...this.#applied.values()].filter((applied) => applied.connectionId === connectionId);
    return own.map(({ connectionId: _own, ...applied }) => applied);
  }

  close(): Promise<void> {
    return this.journal.close();
  }

  #apply({ webhookId, payloadHash, message }: Delivery): void {
    const before = this.#applied.get(webhookId);
    if (before) {
      before.times += 1;
      return;
    }
    const { connectionId, discountCodeId } = message.data;
    this.#applied.set(webhookId, { webhookId, connectionId, type: message.type, discountCodeId, payloadHash, times: 1 });
    const codes = this.#codes.get(connectionId) ?? new Map<string, KeptCode>();
    this.#codes.set(connectionId, codes);
    if (message.type === "discount_code.push") codes.set(discountCodeId, { ...message.data, payloadHash });
    else codes.delete(discountCodeId);
  }
}
