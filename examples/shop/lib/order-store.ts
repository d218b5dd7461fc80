import "server-only";
import { randomUUID } from "node:crypto";
import { link, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Product } from "./catalog";
import type { Price } from "./price";
import { getSettings } from "./settings";

export interface Order {
  number: string;
  product: Product;
  email: string;
  price: Price;
  /** An ISO 8601 time. */
  paidAt: string;
}

/** `sent`: Offergraph has stored the order. `rejected`: somebody must correct the order. */
export type Mark = "sent" | "rejected";

// This module replaces the database of a real shop. Each order is stored as a file. A file in `sent` or `rejected` marks the order's state.
// Delete the file in `rejected` to send a corrected order again.
const folderOf = (kind: "orders" | Mark) => path.join(getSettings().folder, kind);
const fileOf = (kind: "orders" | Mark, number: string) => path.join(folderOf(kind), `${number}.json`);

/** Adds an order and returns it. If the number exists, returns the existing order. */
export async function addOrder(order: Order): Promise<Order> {
  await mkdir(folderOf("orders"), { recursive: true });
  const draft = path.join(folderOf("orders"), `${randomUUID()}.draft`);
  await writeFile(draft, JSON.stringify(order));
  try {
    // `link` never replaces a file, so a simultaneous request fails.
    await link(draft, fileOf("orders", order.number));
    return order;
  } catch (error) {
    const existing = isCode(error, "EEXIST") && (await findOrder(order.number));
    if (!existing) throw error;
    return existing;
  } finally {
    await rm(draft);
  }
}

export async function findOrder(number: string): Promise<Order | undefined> {
  try {
    return JSON.parse(await readFile(fileOf("orders", number), "utf8")) as Order;
  } catch (error) {
    if (isCode(error, "ENOENT")) return undefined;
    throw error;
  }
}

/** Returns the numbers of orders that have no file in `sent` or `rejected`. */
export async function unsentNumbers(): Promise<string[]> {
  const marked = new Set([...(await namesIn("sent")), ...(await namesIn("rejected"))]);
  const unsent = (await namesIn("orders")).filter((name) => name.endsWith(".json") && !marked.has(name));
  return unsent.map((name) => path.basename(name, ".json"));
}

export async function mark(number: string, as: Mark): Promise<void> {
  await mkdir(folderOf(as), { recursive: true });
  await writeFile(fileOf(as, number), "");
}

async function namesIn(kind: "orders" | Mark): Promise<string[]> {
  try {
    return await readdir(folderOf(kind));
  } catch (error) {
    if (isCode(error, "ENOENT")) return [];
    throw error;
  }
}

const isCode = (error: unknown, code: string) => error instanceof Error && "code" in error && error.code === code;
