import { z } from "zod";
import { Journal } from "./journal.js";
import { type BookedCredit, change, type PushedCode } from "./protocol.js";

const deliverySchema = z.object({ webhookId: z.string().min(1), payloadHash: z.string(), message: change });

export type Delivery = z.infer<typeof deliverySchema>;

/** A code that the store has received over a connection. */
export type KeptCode = PushedCode & { payloadHash: string };

type CodeChange = Exclude<Delivery["message"], { type: "credit.booked" }>;

/** A code change that the store has applied. `times` counts how often the store received the change. */
export interface Applied {
  webhookId: string;
  type: CodeChange["type"];
  discountCodeId: string;
  /** The grant of a generated code. Absent for other codes. */
  grantId?: string;
  payloadHash: string;
  times: number;
}

/** An entry in a customer's credit account. `times` counts how often the store received the entry. */
export type KeptCredit = BookedCredit & { times: number };

export interface Balance {
  customerId: string;
  currency: string;
  amountMinor: string;
}

/** The received codes and credits of all connections. `open` restores the store from the journal. */
export class Store {
  readonly #codes = new Map<string, Map<string, KeptCode>>();
  readonly #applied = new Map<string, Applied & { connectionId: string }>();
  readonly #credits = new Map<string, KeptCredit>();

  private constructor(private readonly journal: Journal<Delivery>) {}

  static async open(file: string): Promise<Store> {
    const { journal, entries } = await Journal.open(file, deliverySchema);
    const store = new Store(journal);
    for (const delivery of entries) store.#apply(delivery);
    return store;
  }

  /** Writes a message to the journal, and applies its change. Applies each change only once. Resolves after the message is on disk. */
  async take(delivery: Delivery): Promise<void> {
    await this.journal.append(delivery);
    this.#apply(delivery);
  }

  codes(connectionId: string): KeptCode[] {
    return [...(this.#codes.get(connectionId)?.values() ?? [])];
  }

  /** Returns the code changes of a connection, in the order of their first arrival. */
  pushes(connectionId: string): Applied[] {
    const own = [...this.#applied.values()].filter((applied) => applied.connectionId === connectionId);
    return own.map(({ connectionId: _own, ...applied }) => applied);
  }

  credits(connectionId: string): KeptCredit[] {
    return [...this.#credits.values()].filter((credit) => credit.connectionId === connectionId);
  }

  /** Returns the customers' balances by currency. A balance is the sum of a customer's credit entries. */
  balances(connectionId: string): Balance[] {
    const sums = new Map<string, Balance>();
    for (const { customerId, currency, amountMinor } of this.credits(connectionId)) {
      const key = `${customerId} ${currency}`;
      const sum = BigInt(sums.get(key)?.amountMinor ?? 0) + BigInt(amountMinor);
      sums.set(key, { customerId, currency, amountMinor: String(sum) });
    }
    return [...sums.values()];
  }

  close(): Promise<void> {
    return this.journal.close();
  }

  #apply({ webhookId, payloadHash, message }: Delivery): void {
    if (message.type === "credit.booked") this.#book(message.data);
    else this.#change(webhookId, payloadHash, message);
  }

  #book(entry: BookedCredit): void {
    const before = this.#credits.get(entry.entryId);
    if (before) before.times += 1;
    else this.#credits.set(entry.entryId, { ...entry, times: 1 });
  }

  #change(webhookId: string, payloadHash: string, message: CodeChange): void {
    const before = this.#applied.get(webhookId);
    if (before) {
      before.times += 1;
      return;
    }
    const { type, data } = message;
    const { connectionId, discountCodeId } = data;
    const grant = type === "minted_code.push" || type === "minted_code.remove" ? { grantId: data.grantId } : {};
    this.#applied.set(webhookId, { webhookId, connectionId, type, discountCodeId, ...grant, payloadHash, times: 1 });
    const codes = this.#codes.get(connectionId) ?? new Map<string, KeptCode>();
    this.#codes.set(connectionId, codes);
    const id = grant.grantId ?? discountCodeId;
    if (type === "discount_code.push" || type === "minted_code.push") codes.set(id, { ...data, payloadHash });
    else codes.delete(id);
  }
}
