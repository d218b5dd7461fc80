import { taken } from "../threads/task.js";

/** A thread that takes all the memory there is, when it is told to. */
export default taken(({ isGreedy }: { isGreedy: boolean }) => {
  const kept: number[][] = [];
  while (isGreedy) kept.push(Array.from({ length: 1000 }, Math.random));
  return "modest";
});
