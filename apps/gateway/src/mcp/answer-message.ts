import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";

/**
 * What a server answers to the one message of a request; undefined where nothing is asked. The SDK's own HTTP transport would make a web Request
 * and Response of each, which cost a call more than all the rest of MCP does; what it checks of HTTP is checked already (readMessage, admit).
 */
export async function answerMessage(server: Server, message: JSONRPCMessage): Promise<JSONRPCMessage | undefined> {
  let resolve: (answer: JSONRPCMessage) => void = () => undefined;
  const answer = new Promise<JSONRPCMessage>((resolved) => {
    resolve = resolved;
  });
  const transport: Transport = {
    start: async () => undefined,
    close: async () => undefined,
    send: async (sent) => {
      // Anything else than the answer would need a stream, and nobody listens to one.
      if (!("method" in sent)) resolve(sent);
    },
  };
  await server.connect(transport);
  transport.onmessage?.(message);
  return "method" in message && "id" in message ? answer : undefined;
}
