import type { IncomingMessage, ServerResponse } from "node:http";
import { visitorHeader } from "@offergraph/shared/access/visitor";
import { Passage } from "../exchange.js";
import type { Gateway } from "../gateway.js";
import type { Owner, PassedOn } from "./owners.js";
import type { PublicPath } from "./table.js";

/** A request on its way to the service that owns its path. */
export interface Passing extends Passage {
  readonly target: PublicPath;
  readonly owner: Owner;
  /** So long a body is taken. */
  readonly mostBytes: number;
  /** Which of the connections to the service it uses. */
  readonly lane: PassedOn["lane"];
  /** How long the service may be silent, where that is longer than usual. */
  readonly patience: PassedOn["patience"];
  /** What tells the service whose request it is. */
  vouch(): Record<string, string>;
}

/** A request without a key. */
export class Visit extends Passage implements Passing {
  readonly patience = undefined;
  /** The whole body, once it was read; null: there is none. */
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
