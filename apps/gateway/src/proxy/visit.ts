import type { IncomingMessage, ServerResponse } from "node:http";
import { Passage } from "../exchange.js";
import type { Gateway } from "../gateway.js";
import type { Owner } from "./owners.js";
import type { PublicPath } from "./table.js";

/** A request without a key, on its way to the service that owns its path. */
export class Visit extends Passage {
  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    gateway: Gateway,
    readonly target: PublicPath,
    readonly owner: Owner,
  ) {
    super(request, response, gateway);
  }
}
