import { newId } from "@offergraph/shared/time/ids";
import { expect, it } from "vitest";
import { entrySigner, hashOfContent, keyOf, type RegistryEntry } from "./entry.js";

const signer = entrySigner("a signing key that is long enough for it");
const entry: RegistryEntry = {
  service: "forms",
  instance: newId(),
  version: "1.0.0",
  url: "http://forms:4000/graphql",
  sdl: hashOfContent("type Query"),
  manifest: hashOfContent("{}"),
  registeredAt: "2026-01-01T00:00:00.000Z",
};

it("opens an entry that the same key has signed for this key of the bucket", () => {
  const text = signer.sign(entry);
  expect(signer.open(text, keyOf(entry))).toEqual(entry);
  expect(signer.open(text, `orders.${entry.instance}`)).toBeUndefined();
});

it("rejects other signatures, changed entries and invalid entries", () => {
  const text = signer.sign(entry);
  const others = [
    entrySigner("another signing key, as long as it gets").sign(entry),
    text.replace("http://forms", "http://evil"),
    text.slice(text.indexOf(".") + 1),
    signer.sign({ ...entry, url: "file:///etc/passwd" }),
    signer.sign({ ...entry, sdl: "short" }),
    "",
    ".",
  ];
  for (const other of others) expect(signer.open(other, keyOf(entry)), other).toBeUndefined();
});
