import { Command, Option } from "commander";
import { LoadError, readMaxErrors, readPositive, readRamp, readSeconds, readUrl, readWhole, type Settings } from "./settings.js";

const workloads = ["get", "list", "join", "mcp", "write", "mixed"];

interface Parsed extends Omit<Settings, "keys" | "seconds" | "rate"> {
  key: string[];
  rate?: number;
  duration?: number;
}

function createProgram(environment: NodeJS.ProcessEnv): Command {
  const { OFFERGRAPH_URL, OFFERGRAPH_KEY } = environment;
  const option = (flags: string, text: string) => new Option(flags, text);
  const options = [
    option("--url <url>", "base URL of the gateway (OFFERGRAPH_URL)")
      .argParser(readUrl)
      .default(readUrl(OFFERGRAPH_URL || "http://localhost:4000")),
    option("--key <key...>", "secret keys, used in turn (OFFERGRAPH_KEY)").default(
      OFFERGRAPH_KEY ? [OFFERGRAPH_KEY] : [],
      "OFFERGRAPH_KEY",
    ),
    option("--workload <name>", "requests to send").choices(workloads).default("mixed"),
    option("--query <file>", "send the GraphQL query in this file instead of a workload").conflicts("workload"),
    option("--variables <file>", "JSON file with the variables of --query, or a list of variables to use in turn"),
    option("--rate <number>", "requests per second (default: 20)").argParser(readPositive).conflicts("ramp"),
    option("--ramp <from-to>", "raise the rate in steps of 25 % until a threshold breaks, e.g. 50-2000").argParser(readRamp),
    option("--duration <seconds>", "length of the run (default: 30) or of a step of the ramp (default: 10)").argParser(readPositive),
    option("--warm-up <seconds>", "time before the measurement").argParser(readSeconds).default(5),
    option("--connections <number>", "maximum number of connections").argParser(readWhole).default(100),
    option("--timeout-ms <number>", "maximum time from a request's intended send time").argParser(readWhole).default(10_000),
    option("--allow-writes", "let `write` and `mixed` create discount codes, which are deleted at the end").default(false),
    option("--max-p99-ms <number>", "exit with code 1 if p99 is higher").argParser(readPositive),
    option("--max-errors <number>", "exit with code 1 if more requests fail, e.g. 0 or 0.1%").argParser(readMaxErrors),
    option("--report <file>", "HTML report").default("load-report.html"),
    option("--json <file>", "also write the result as JSON"),
  ];
  const program = new Command("npm run load --").description(
    "Sends requests to an Offergraph API at a fixed rate, and measures latency from the intended send time of each request.",
  );
  for (const each of options) program.addOption(each);
  return program.allowExcessArguments(false).exitOverride();
}

/** Parses the arguments. Throws a CommanderError for invalid arguments and after `--help`. */
export function readSettings(words: readonly string[], environment: NodeJS.ProcessEnv): Settings {
  const program = createProgram(environment).parse(words, { from: "user" });
  const { key, duration, rate, query, variables, report, json, warmUp, ...rest } = program.opts<
    Parsed & { query?: string; variables?: string; report: string; json?: string; warmUp: number }
  >();
  const keys = key.flatMap((each) => each.split(",")).filter(Boolean);
  if (keys.length === 0) throw new LoadError("A secret key is missing. Give --key, or set OFFERGRAPH_KEY.");
  if (variables !== undefined && query === undefined) throw new LoadError("--variables requires --query.");
  if (rest.workload === "write" && !rest.allowWrites) throw new LoadError("The workload write creates discount codes. Add --allow-writes.");
  return {
    ...rest,
    keys,
    ...(!rest.ramp && { rate: rate ?? 20 }),
    seconds: duration ?? (rest.ramp ? 10 : 30),
    warmUpSeconds: warmUp,
    reportFile: report,
    ...(json !== undefined && { jsonFile: json }),
    ...(query !== undefined && { queryFile: query, workload: "query" }),
    ...(variables !== undefined && { variablesFile: variables }),
  };
}
