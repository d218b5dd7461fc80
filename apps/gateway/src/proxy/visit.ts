import type { IncomingMessage, ServerResponse } from "node:http";
import { visitorHeader } from "@offergraph/shared/access/visitor";
import { Passage } from "../exchange.js";
import type { Gateway } from "../gateway.js";
import type { Owner, PassedOn } from "./owners.js";
import type { PublicPath } from "./table.js";

/** Context of a proxied request. */
export interface Passing extends Passage {
  readonly target: PublicPath;
  readonly owner: Owner;
  /** Maximum body size. */
  readonly mostBytes: number;
  /** Connection pool to use. */
  readonly lane: PassedOn["lane"];
  /** Overrides the default timeouts. */
  readonly patience: PassedOn["patience"];
  /** Returns the signed identity header. */
  vouch(): Record<string, string>;
}

/** Context of a proxied request without a key. */
export class Visit extends Passage implements Passing {
  readonly patience = undefined;
  /** Complete body; null before it is read or if there is none. */
  body: Buffer | null = null;

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    gateway: Gateway,
    readonly target: PublicPath,
    readonly owner: Owner,
  ) {
    super(request, response, gateway);
  }

  get mostBytes(): number {
    return this.target.mostBytes;
  }

  get lane(): PassedOn["lane"] {
    return this.body === null ? "read" : "write";
  }

  vouch(): Record<string, string> {
    const { address, requestId, gateway } = this;
    return { [visitorHeader]: gateway.signVisitor({ address, requestId }, gateway.clock.now().getTime()) };
  }
}
