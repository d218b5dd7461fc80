import type { IncomingHttpHeaders, IncomingMessage } from "node:http";

/** POST request that has arrived as a whole. */
export class BufferedRequest {
  readonly method = "POST";
  readonly socket: { readonly remoteAddress: string | undefined };

  constructor(
    readonly url: string,
    readonly headers: IncomingHttpHeaders,
    readonly rawHeaders: string[],
    readonly body: Buffer,
    remoteAddress: string | undefined,
  ) {
    this.socket = { remoteAddress };
  }
}

/** Request of a client, which the gateway has read itself or with node:http. */
export type ClientRequest = IncomingMessage | BufferedRequest;
