import { readdir, readFile } from "node:fs/promises";

/** Sends a signal. Returns false if the process has ended. */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    return false;
  }
}

/** Returns a process and its child processes, for example PostgreSQL's server processes. */
export async function withChildren(pid: number): Promise<number[]> {
  const found = [pid];
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, "utf8").catch(() => "");
    // The second field is the program's name in parentheses, and the fourth field is the parent's process id.
    if (Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]) === pid) found.push(Number(name));
  }
  return found;
}

/** Suspends a process and its children. Returns a function that resumes them. */
export async function suspend(pid: number): Promise<() => void> {
  // Suspends the parent first, so that the parent starts no further children.
  signal(pid, "SIGSTOP");
  const all = await withChildren(pid);
  for (const one of all) signal(one, "SIGSTOP");
  return () => {
    for (const one of all.reverse()) signal(one, "SIGCONT");
  };
}

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
