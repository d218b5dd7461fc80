import { taken } from "../threads/task.js";

/** A thread that takes all the memory there is, or does nothing for so many milliseconds, when it is told to. */
export default taken(({ isGreedy = false, rests = 0 }: { isGreedy?: boolean; rests?: number }) => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, rests);
  const kept: number[][] = [];
  while (isGreedy) kept.push(Array.from({ length: 1000 }, Math.random));
  return "modest";
});
