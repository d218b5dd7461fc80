/**
 * Waits until the promise settles, but at most for `milliseconds`. Returns undefined after this time. Rejects if the promise rejects in
 * time.
 */
export async function waitAtMost<Value>(promise: Promise<Value>, milliseconds: number): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
