/** The part of a profile of the Chrome DevTools protocol that `sharesOf` reads. */
export interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string } }[];
  /** For each sample, the id of the node at the top of the stack. */
  samples: number[];
  /** For each sample, the microseconds since the previous sample. */
  timeDeltas: number[];
}

export interface Share {
  part: string;
  /** Share of the CPU time, from 0 to 1. */
  share: number;
}

const idle = "(idle)";
const names: Record<string, string> = {
  "(garbage collector)": "garbage collection",
  "(program)": "native code without a JavaScript function, such as system calls",
};

/**
 * Returns the parts of a program with their shares of the CPU time, largest first. A part is a library, a folder of the repository, or a
 * module of Node. The time of a function does not include the functions that it calls. Ignores the time in which the program is idle.
 */
export function sharesOf({ nodes, samples, timeDeltas }: CpuProfile): Share[] {
  const parts = new Map(nodes.map(({ id, callFrame }) => [id, partOf(callFrame)]));
  const times = new Map<string, number>();
  for (const [index, id] of samples.entries()) {
    const part = parts.get(id) ?? idle;
    if (part !== idle) times.set(part, (times.get(part) ?? 0) + (timeDeltas[index] ?? 0));
  }
  const total = [...times.values()].reduce((sum, time) => sum + time, 0);
  return [...times].map(([part, time]) => ({ part, share: time / total })).toSorted((one, other) => other.share - one.share);
}

function partOf({ functionName, url }: CpuProfile["nodes"][number]["callFrame"]): string {
  if (url === "") return names[functionName] ?? (functionName === idle ? idle : `native function ${functionName || "without a name"}`);
  if (url.startsWith("node:")) return `Node: ${url.replace(/^node:(internal\/)?/, "")}`;
  const library = [...url.matchAll(/node_modules\/((?:@[^/]+\/)?[^/]+)/g)].at(-1)?.[1];
  if (library) return library;
  const [, own] = /\/((?:apps|packages)\/.+)$/.exec(url) ?? [];
  return own ? own.replace("/dist/", "/").split("/").slice(0, 4).join("/").replace(/\.js$/, "") : url;
}
