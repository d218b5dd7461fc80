// An agent that works with the tools of Offergraph. Before each change, the agent makes a dry run and asks for permission.
import { randomUUID } from "node:crypto";
import { ErrorCode, McpError } from "@modelcontextprotocol/sdk/types.js";

const lost = [ErrorCode.RequestTimeout, ErrorCode.ConnectionClosed];

/**
 * Runs the agent on a task, and returns the model's final text. `mcp` is a connected client of the MCP SDK. `model` decides the next step
 * (see README.md). `confirm` gets a tool call and its dry run, and returns true to allow the call.
 */
export async function runAgent({ mcp, model, task, confirm, log = () => {}, maxTurns = 20 }) {
  const { tools } = await mcp.listTools();
  const changes = new Map(tools.map(({ name, annotations }) => [name, !annotations?.readOnlyHint]));
  const messages = [{ role: "user", text: task }];
  for (let turn = 0; turn < maxTurns; turn++) {
    const { text, calls = [] } = await model({ instructions: mcp.getInstructions() ?? "", messages, tools });
    if (calls.length === 0) return text;
    messages.push({ role: "assistant", text, calls });
    for (const call of calls) {
      const result = await execute({ mcp, call, changes, confirm, log });
      messages.push({ role: "tool", id: call.id, text: textOf(result) });
    }
  }
  throw new Error(`The model did not finish the task within ${maxTurns} turns.`);
}

/** A call that changes data needs a successful dry run and permission. */
async function execute({ mcp, call, changes, confirm, log }) {
  const send = async (kind, added = {}) => {
    const result = await mcp.callTool(withArguments(call, added));
    log(`${kind}: ${call.name} ${JSON.stringify(call.arguments)}\n${textOf(result)}`);
    return result;
  };
  try {
    if (!(await changesData(mcp, call, changes))) return await send("call");
    const preview = await send("dry run", { dry_run: true });
    if (preview.isError) return preview;
    if (!(await confirm(call, preview))) return textResult("The user did not allow this call.");
    // After a lost response, the agent repeats the request. With the idempotency key, the server executes the call at most once.
    const keyed = { idempotency_key: randomUUID() };
    const first = await send("call", keyed).catch((error) => {
      if (isAnswer(error)) throw error;
      log(`no response: ${error.message}`);
    });
    return first && !isUncertain(first) ? first : await send("repeated call", keyed);
  } catch (error) {
    // Returns correctable errors to the model, such as a wrong name or invalid JSON. Other errors, for example a rejected key or
    // a lost connection, end the program.
    if (error instanceof SyntaxError || isAnswer(error)) return textResult(error.message);
    throw error;
  }
}

/** True if the error is a response of the server. Without a response, the server may still have executed the call. */
const isAnswer = (error) => error instanceof McpError && !lost.includes(error.code);

/** True if a service did not respond to the gateway. The service may still have executed the call. */
const isUncertain = ({ structuredContent }) => structuredContent?.errors?.some(({ code }) => code === "SUBGRAPH_UNAVAILABLE");

/** True if a tool call changes data. Finds unlisted operations with `search_operations`. An unknown operation counts as a change. */
async function changesData(mcp, { name, arguments: given }, changes) {
  const operation = name === "call_operation" ? String(given?.name) : name;
  if (!changes.has(operation)) {
    const { structuredContent } = await mcp.callTool({ name: "search_operations", arguments: { query: operation, limit: 1 } });
    const found = structuredContent?.result?.operations?.find((one) => one.name === operation);
    changes.set(operation, found?.type !== "query");
  }
  return changes.get(operation);
}

/** Adds arguments to a tool call. For `call_operation`, adds the arguments to the called operation. */
function withArguments({ name, arguments: given = {} }, added) {
  if (name !== "call_operation") return { name, arguments: { ...given, ...added } };
  // Some models send the arguments of `call_operation` as JSON text.
  const inner = typeof given.arguments === "string" ? JSON.parse(given.arguments) : given.arguments;
  return { name, arguments: { ...given, arguments: { ...inner, ...added } } };
}

function textResult(text) {
  return { content: [{ type: "text", text }] };
}

function textOf({ content }) {
  return content.map(({ text = "" }) => text).join("\n");
}
