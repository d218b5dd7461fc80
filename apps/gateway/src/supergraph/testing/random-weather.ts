import type { Weather } from "./fixture-resolvers.js";
import { randomFrom } from "./random-operation.js";

/** Returns the failures of one test run. The seed determines which fields of which records fail or are null. */
export function weatherOf(seed: number): Weather {
  const random = randomFrom(seed);
  const [failing, empty] = [random() < 0.4 ? random() * 0.2 : 0, random() < 0.4 ? random() * 0.2 : 0];
  const roll = (kind: number, field: string, id: string) => {
    let hash = seed * 31 + kind;
    for (const character of field + id) hash = (Math.imul(hash, 33) + character.charCodeAt(0)) >>> 0;
    return randomFrom(hash)();
  };
  return { fails: (field, id) => roll(1, field, id) < failing, isNull: (field, id) => roll(2, field, id) < empty, misses: () => false };
}
