/**
 * Waits for a promise. Returns its value, and how many turns of the event loop passed before. Work that blocks the event loop leaves only
 * a few turns, work in another thread leaves hundreds. Unlike a share of time, the count does not depend on the load of the machine.
 */
export async function countTurns<Value>(promise: Promise<Value>): Promise<{ value: Value; turns: number }> {
  let isSettled = false;
  const settle = () => {
    isSettled = true;
  };
  promise.then(settle, settle);
  let turns = 0;
  while (!isSettled) {
    await new Promise(setImmediate);
    turns += 1;
  }
  return { value: await promise, turns };
}
