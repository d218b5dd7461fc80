import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { connectedClient } from "../mcp/client.js";
import { waitUntil } from "../wait-until.js";
import { isUnavailable } from "../website-form.js";

/** One tool call of an agent's job. `bytes` is the size of the request and the result. */
export interface CallRecord {
  readonly tool: string;
  readonly args: string;
  readonly bytes: number;
  readonly textBytes: number;
  /** True if the call failed or repeated a previous call of the job. */
  readonly isWrongTurn: boolean;
}

export interface JobRecord {
  readonly task: string;
  readonly calls: CallRecord[];
}

/** A simulated AI agent that can only call MCP tools. The agent knows only the list of tools and the results of its calls. */
export interface Agent {
  /** Size of the list of tools in bytes. The agent receives the list only once. */
  readonly listBytes: number;
  readonly jobs: readonly JobRecord[];
  /** Begins a job. Later tool calls count toward this job. */
  begin(task: string): void;
  /** Calls an unlisted operation through the tool call_operation. */
  call<Result = Record<string, unknown>>(tool: string, args?: Record<string, unknown>): Promise<Result>;
  /** Returns the warnings of the latest tool call. */
  warnings(): string;
}

/** Connects the agent to the default MCP URL, which lists only the common tools. */
export async function startAgent(baseUrl: string, key: string): Promise<Agent> {
  const client = await connectedClient(baseUrl, key);
  const { tools } = await client.listTools();
  const listed = new Set(tools.map(({ name }) => name));
  const jobs: JobRecord[] = [];
  let latest: readonly { message: string }[] = [];
  return {
    listBytes: sizeOf({ tools }),
    jobs,
    begin: (task) => void jobs.push({ task, calls: [] }),
    warnings: () => latest.map(({ message }) => message).join("\n"),
    async call<Result>(tool: string, args: Record<string, unknown> = {}) {
      const calls = jobs.at(-1)?.calls ?? [];
      const { record, result, warnings } = listed.has(tool)
        ? await callAndCount(client, tool, args, calls)
        : await callAndCount(client, "call_operation", { name: tool, arguments: args }, calls);
      calls.push(record);
      latest = warnings;
      if (record.isWrongTurn) throw new Error(`${tool} ${record.args}: ${JSON.stringify(result)}`);
      return result as Result;
    },
  };
}

async function callAndCount(client: Client, name: string, given: Record<string, unknown>, earlier: readonly CallRecord[]) {
  const args = JSON.stringify(given);
  const answer = await callWhenAvailable(client, name, given);
  const [text] = answer.content as { type: string; text?: string }[];
  const isRepeated = earlier.some((call) => call.tool === name && call.args === args);
  const record: CallRecord = {
    tool: name,
    args,
    bytes: sizeOf({ name, arguments: given }) + sizeOf(answer),
    textBytes: Buffer.byteLength(text?.text ?? ""),
    isWrongTurn: Boolean(answer.isError) || isRepeated,
  };
  const { result, warnings = [] } = (answer.structuredContent ?? {}) as { result?: unknown; warnings?: { message: string }[] };
  return { record, result: answer.isError ? text?.text : result, warnings };
}

/** Repeats a call whose reference could not be resolved in time. The records omit these repeats, because they depend on the machine. */
function callWhenAvailable(client: Client, name: string, args: Record<string, unknown>) {
  return waitUntil(`${name} is available`, async () => {
    const answer = await client.callTool({ name, arguments: args });
    const { result } = (answer.structuredContent ?? {}) as { result?: { userErrors?: { code: string }[] } | null };
    return !isUnavailable(result?.userErrors ?? []) && answer;
  });
}

const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
