import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { DryRunReport } from "@offergraph/shared/access/dry-run";
import type { Advice } from "@offergraph/shared/errors/warning";
import type { Access } from "../access/access.js";
import { CommandError } from "../errors.js";
import { type Link, post } from "./http.js";

export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** An operation that the API describes. */
export interface Tool {
  name: string;
  description: string;
  inputSchema: JsonSchema;
  annotations?: { readOnlyHint?: boolean };
}

export interface Issue {
  message: string;
  code?: string;
  path?: string;
}

export interface CallResult extends Advice {
  result: unknown;
  errors?: Issue[];
  dryRun?: DryRunReport;
}

export interface Api {
  listTools(): Promise<Tool[]>;
  call(name: string, given: object, idempotencyKey?: string): Promise<CallResult>;
  /** Returns the API key's id, workspace and access level. */
  describeKey(): Promise<{ workspaceId: string; keyId: string; level: string }>;
}

interface RpcAnswer {
  result?: Record<string, unknown>;
  error?: { message: string; data?: { code?: string; fix?: string; path?: unknown } };
}

export function createApi(access: Access, terminal: Link): Api {
  const send = async (method: string, params: object, idempotencyKey?: string): Promise<Record<string, unknown>> => {
    const headers = idempotencyKey === undefined ? undefined : { "idempotency-key": idempotencyKey };
    const body = { jsonrpc: "2.0", id: randomUUID(), method, params };
    for (;;) {
      const { status, text } = await post(access, terminal, { path: "/mcp?toolsets=all", body, headers });
      const { result, error } = parseAnswer(status, text);
      if (result) return result;
      // The first attempt of this mutation is still running, so wait and repeat the request.
      if (error?.data?.code === "idempotency_key_in_use") await delay(terminal.pauseMs, undefined, { signal: terminal.stop });
      else throw refusal(status, error ?? { message: `The API responded with status ${status}, but without a result or an error.` });
    }
  };
  return {
    listTools: async () => (await send("tools/list", {})).tools as Tool[],
    call: async (name, given, idempotencyKey) => {
      const { structuredContent, content } = await send("tools/call", { name, arguments: given }, idempotencyKey);
      if (structuredContent) return structuredContent as CallResult;
      throw new CommandError(String((content as { text?: string }[] | undefined)?.[0]?.text ?? "Unexpected response."));
    },
    describeKey: async () => {
      const { contents } = await send("resources/read", { uri: "offergraph://key" });
      return JSON.parse((contents as { text: string }[])[0]?.text ?? "{}");
    },
  };
}

function parseAnswer(status: number, text: string): RpcAnswer {
  try {
    return JSON.parse(text) as RpcAnswer;
  } catch {
    throw new CommandError(`The response (status ${status}) is not from Offergraph. Check the URL.`, 2);
  }
}

/** Returns the CommandError for a rejected request. */
export function refusal(status: number, { message, data = {} }: NonNullable<RpcAnswer["error"]>): CommandError {
  const isAccess = status === 401 || status === 403 || status === 429 || status >= 500;
  const login = status === 401 ? " Run: offergraph login" : "";
  return new CommandError(`${message}${data.fix ? ` ${data.fix}` : ""}${login}`, isAccess ? 2 : 1, {
    isTemporary: status === 429 || status >= 500,
  });
}
