/**
 * Wraps `make` so that `make` runs once for each object that `keyOf` returns. The cache keeps the value until the object is
 * garbage-collected.
 */
export function memoized<Key extends object, Given extends unknown[], Value>(
  keyOf: (...given: Given) => Key,
  make: (...given: Given) => Value,
): (...given: Given) => Value {
  const made = new WeakMap<Key, { readonly value: Value }>();
  return (...given) => {
    const key = keyOf(...given);
    const found = made.get(key) ?? { value: make(...given) };
    made.set(key, found);
    return found.value;
  };
}
