import type { IncomingMessage } from "node:http";
import { PublicError } from "../errors/public-error.js";
import { InexactJson, parseExactJson } from "../json/exact-json.js";

export interface GraphQLBody {
  query: string;
  operationName: string | undefined;
  variables: Record<string, unknown> | undefined;
}

/**
 * Reads a whole body. Throws PublicError BODY_TOO_LARGE if the body has more than `most` bytes. `onBytes` gets each chunk's size and may
 * throw an error.
 */
export function readBody(request: IncomingMessage, most: number, onBytes?: (bytes: number) => void): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const refuse = (error: unknown) => {
      request.off("data", onData).resume();
      chunks.length = 0;
      reject(error);
    };
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size > most) return refuse(new PublicError("BODY_TOO_LARGE", `The request body may have at most ${most} bytes.`));
      try {
        onBytes?.(chunk.length);
        chunks.push(chunk);
      } catch (error) {
        refuse(error);
      }
    };
    request.on("data", onData);
    request.on("end", () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    // Rejects the promise if the client disconnects before the end of the body.
    const left = () => reject(new PublicError("BAD_REQUEST", "The request body is incomplete."));
    request.on("error", left);
    // A request that was destroyed before this call emits no further events.
    if (request.destroyed) left();
    request.on("close", () => {
      if (!request.complete) left();
    });
  });
}

export function parseBody(body: Buffer): GraphQLBody {
  const { query, operationName, variables } = parseObject(body);
  if (typeof query !== "string") throw new PublicError("BAD_REQUEST", "The request body must contain `query` as a string.");
  if (operationName != null && typeof operationName !== "string") throw new PublicError("BAD_REQUEST", "`operationName` must be a string.");
  if (variables != null && (typeof variables !== "object" || Array.isArray(variables)))
    throw new PublicError("BAD_REQUEST", "`variables` must be an object.");
  return { query, operationName: operationName ?? undefined, variables: (variables ?? undefined) as GraphQLBody["variables"] };
}

/** Parses a body that contains a JSON object. Throws PublicError BAD_REQUEST for any other body. */
export function parseObject(body: Buffer): Record<string, unknown> {
  try {
    const value = parseExactJson(body.toString());
    if (typeof value === "object" && value !== null) return value as Record<string, unknown>;
  } catch (error) {
    if (error instanceof InexactJson) throw new PublicError("BAD_REQUEST", error.message);
  }
  throw new PublicError("BAD_REQUEST", "The request body must be a JSON object.");
}
