import { createHmac, timingSafeEqual } from "node:crypto";
import { BadUserInput } from "../errors/public-error.js";
import { canonicalJson } from "../json/canonical-json.js";
import type { KeyValue, Position } from "./keyset.js";
import type { Order } from "./order.js";

/** What a cursor is good for; in any other list it is refused. */
export interface CursorScope {
  /** deriveKey(signing key, "cursor"). */
  key: Buffer;
  workspaceId: string;
  operation: string;
  order: Order;
  /** The filter as the caller gave it; absent, null and `{}` are the same. */
  filter: unknown;
}

export interface CursorCodec {
  /** The opaque text of a position: URL-safe. */
  encode(position: Position): string;
  /** The position of such a text; throws BadUserInput for any text that `encode` of the same scope did not give. */
  decode(cursor: string): Position;
}

const macLength = 16;
const version = 1;

function refuse(): never {
  throw new BadUserInput(
    "after",
    "`after` is not a cursor of this list: take it from pageInfo or an edge of the same operation, with the same filter and orderBy.",
  );
}

/** Numbers travel as text, so that NaN and the infinities of a float column do too. */
function toJson(value: KeyValue): KeyValue {
  return typeof value === "number" ? String(value) : value;
}

/**
 * Makes and reads the cursors of one list: the position as JSON behind an HMAC-SHA256 (RFC 2104) truncated to 128 bits, which
 * covers the scope too. Whoever changes a byte, or brings a cursor to another workspace, operation, order or filter, is refused.
 */
export function cursorCodec({ key, workspaceId, operation, order, filter }: CursorScope): CursorCodec {
  let scope: string | undefined;
  // Made when a cursor is first read or made: most pages need none.
  const scopeText = (): string => {
    const keys = order.keys.map(({ name, column, descending }) => [name, column.kind, column.scale ?? null, descending]);
    // JSON has no line break of its own: nothing of the scope can be taken for a part of the payload.
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
    decode(cursor) {
      const bytes = Buffer.from(cursor, "base64url");
      // A text that is not the canonical form of its bytes was changed, even where decoding forgives it.
      if (bytes.length <= macLength || bytes.toString("base64url") !== cursor) refuse();
      const payload = bytes.subarray(macLength);
      if (!timingSafeEqual(bytes.subarray(0, macLength), mac(payload))) refuse();
      return JSON.parse(payload.toString()) as Position;
    },
  };
}
