import { createHmac, type KeyObject, timingSafeEqual } from "node:crypto";
import { BadUserInput } from "@offergraph/shared/errors/public-error";
import { canonicalJson } from "@offergraph/shared/json/canonical-json";
import type { KeyValue, Position } from "./keyset.js";
import type { Order } from "./order.js";

/** Identifies the list for which a cursor is valid. */
export interface CursorScope {
  key: KeyObject;
  workspaceId: string;
  operation: string;
  order: Order;
  filter: unknown;
}

export interface CursorCodec {
  /** Encodes the position of a row in the list as an opaque, URL-safe string. */
  encode(position: Position): string;
  /** Decodes a cursor. Throws BadUserInput with the argument's name if the cursor is malformed or belongs to another list. */
  decode(cursor: string, argument: string): Position;
}

const macLength = 16;
const version = 1;

function refuse(argument: string): never {
  throw new BadUserInput(
    argument,
    `\`${argument}\` is not a cursor of this list. Use a cursor that the same operation returned for the same filter and the same \`orderBy\`.`,
  );
}

/** Numbers are encoded as strings, because JSON has no NaN or infinity. */
function toJson(value: KeyValue): KeyValue {
  return typeof value === "number" ? String(value) : value;
}

/**
 * Returns the codec of a list's cursors. A cursor contains the position as JSON, and 128 bits of an HMAC-SHA256 over the scope and the
 * position.
 */
export function cursorCodec({ key, workspaceId, operation, order, filter }: CursorScope): CursorCodec {
  let scope: string | undefined;
  // The scope is computed on first use, because most pages need no cursor.
  const scopeText = (): string => {
    const keys = order.keys.map(({ name, column, descending }) => [name, column.kind, column.scale ?? null, descending]);
    // The newline marks the end of the scope, because JSON escapes line breaks.
    return `${canonicalJson([version, workspaceId, operation, keys, filter ?? {}])}\n`;
  };
  const mac = (payload: Buffer): Buffer => {
    scope ??= scopeText();
    return createHmac("sha256", key).update(scope).update(payload).digest().subarray(0, macLength);
  };
  return {
    encode(position) {
      const payload = Buffer.from(JSON.stringify(position.map(toJson)));
      return Buffer.concat([mac(payload), payload]).toString("base64url");
    },
    decode(cursor, argument) {
      const bytes = Buffer.from(cursor, "base64url");
      // Node's base64url decoding is lenient, so this check accepts only the canonical form.
      if (bytes.length <= macLength || bytes.toString("base64url") !== cursor) refuse(argument);
      const payload = bytes.subarray(macLength);
      if (!timingSafeEqual(bytes.subarray(0, macLength), mac(payload))) refuse(argument);
      return JSON.parse(payload.toString()) as Position;
    },
  };
}
