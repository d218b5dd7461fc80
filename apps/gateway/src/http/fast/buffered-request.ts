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

/** Client request, read by the gateway itself or by node:http. */
export type ClientRequest = IncomingMessage | BufferedRequest;
