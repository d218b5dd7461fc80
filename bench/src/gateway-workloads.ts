import type { Comparison, Contender } from "./compare.js";
import { createOperation, mcpOperations, mixedOperation, readOperations } from "./operations.js";
import { postGraphileOperations } from "./peers/postgraphile.js";
import type { ProcessorTime } from "./processor-time.js";
import type { TestSystem } from "./system/test-system.js";
import type { Operation, Target } from "./target.js";
import { waitForBacklog } from "./wait-for-consumers.js";

export interface Workload {
  title: string;
  contenders: Contender[];
  comparison: Comparison;
}

interface Settings {
  system: TestSystem;
  ours: Target;
  /** The discounts service, without a gateway. */
  direct: Target;
  peers: readonly Target[];
  keys: readonly string[];
  idle: ProcessorTime;
  /** Number of requests per round of a list workload. */
  amount: number;
  isShort: boolean;
}

/**
 * Requests of a round of writes, compared with a round of lists. Linux counts CPU time in ticks of 10 ms. A tick must be less than 2 % of
 * the CPU time of the gateway in a round: 900 writes of about 0.65 ms are 59 ticks.
 */
const shareOfWrites = 0.45;

/** Returns the workloads by name. Includes the read workloads twice, to show how much two runs of a workload differ. */
export function gatewayWorkloads({
  system,
  ours,
  direct,
  peers,
  keys,
  idle,
  amount,
  isShort,
}: Settings): Record<"reads" | "others", Record<string, Workload>> {
  const { file, seeded } = system;
  const { gateway: _gateway, "sandbox-store": _store, postgres, ...others } = file.pids;
  const behind = { ...others, postgres };
  const contend = (target: Target, operation: Operation): Contender => {
    const isAlone = target.name === "PostGraphile" || target === direct;
    return { target, operation, pids: { gateway: target.pid, ...(isAlone ? { postgres } : behind) } };
  };
  const reads = readOperations(seeded);
  const mcp = mcpOperations(seeded);
  const tables = postGraphileOperations(file.workspaceId, seeded.codeIds);
  const federated = (operation: Operation, without?: string) =>
    [ours, ...peers].filter(({ name }) => name !== "PostGraphile" && name !== without).map((target) => contend(target, operation));
  const all = (name: "list" | "get") => [
    ...federated(reads[name]),
    ...peers.filter((target) => target.name === "PostGraphile").map((target) => contend(target, tables[name])),
    contend(direct, reads[name]),
  ];
  const named = (name: string): Target => ({ ...ours, name });
  const mcpTarget: Target = { ...named("MCP"), url: `${file.baseUrl}/mcp` };
  const manyKeys: Target = { ...named("1,000 keys"), headers: (index) => ({ authorization: `Bearer ${keys[index % keys.length]}` }) };

  const sizes: Comparison = { amount, rounds: isShort ? 2 : 3, warmUp: amount * 2, idle };
  // The warm-up uses each of the 1,000 keys, because a key's first use reads the database.
  const small: Comparison = { ...sizes, amount: amount * 2, warmUp: Math.max(1_000, amount * 2) };
  const settle = async () => void (await waitForBacklog(file, 0));
  const writes: Comparison = { ...sizes, amount: Math.ceil(amount * shareOfWrites), warmUp: Math.ceil(amount / 12), settle };
  const of = (contenders: Contender[], comparison: Comparison, title = contenders[0]?.operation.name ?? ""): Workload => ({
    title,
    contenders,
    comparison,
  });
  return {
    reads: {
      list: of(all("list"), sizes),
      get: of(all("get"), small),
      join: of(federated(reads.join), sizes),
      "mcp list": of(
        [contend(named("GraphQL"), reads.list), contend(mcpTarget, mcp.list)],
        sizes,
        "GraphQL and MCP, list of 50 × 12 fields",
      ),
      "mcp get": of([contend(named("GraphQL"), reads.get), contend(mcpTarget, mcp.get)], small, "GraphQL and MCP, get"),
      keys: of([contend(named("one key"), reads.get), contend(manyKeys, reads.get)], small, "one key and 1,000 keys, get"),
    },
    others: {
      rows: of(federated(reads.rows), { ...sizes, amount: Math.ceil(amount / 12), warmUp: Math.ceil(amount / 12) }),
      create: of(federated(createOperation, "Hive Gateway"), writes),
      mixed: of(federated(mixedOperation(seeded), "Hive Gateway"), { ...writes, amount: Math.ceil(amount / 3) }),
    },
  };
}
