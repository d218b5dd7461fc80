import { taken } from "../services/worker-pool/task.js";

/**
 * Worker thread for tests. Sleeps for `rests` milliseconds, and then computes for `computes` milliseconds. Afterwards, allocates memory
 * without a limit if `isGreedy` is true.
 */
export default taken(({ isGreedy = false, rests = 0, computes = 0 }: { isGreedy?: boolean; rests?: number; computes?: number }) => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, rests);
  for (const begun = performance.now(); performance.now() - begun < computes; ) Math.random();
  const kept: number[][] = [];
  while (isGreedy) kept.push(Array.from({ length: 1000 }, Math.random));
  return "modest";
});
