import { networkFailure } from "@offergraph/service/outbound/network-failure";
import { signatureHeaders } from "@offergraph/service/outbound/signature";
import { ssrfSafeConnector } from "@offergraph/service/outbound/ssrf-safe-connector";
import { ForbiddenUrl, readOutboundUrl } from "@offergraph/service/outbound/url";
import { traceparentHeader } from "@offergraph/shared/telemetry/trace";
import { Agent } from "undici";

/** Result of a webhook request. `error` is null if the endpoint accepted the event. The error never contains a host or an IP address. */
export interface SendResult {
  status: number | null;
  error: string | null;
}

export interface WebhookRequest {
  url: string;
  /** Secrets that sign the request, newest first. */
  secrets: readonly string[];
  id: string;
  text: string;
  /** Trace Context header for the endpoint; undefined if the event belongs to no sampled trace. */
  traceparent?: string | undefined;
}

const connectMs = 5_000;
const maxResponseBytes = 64 * 1024;

/** Creates a function that sends webhook requests. Private addresses require `allowPrivate`. Redirects are not followed. */
export function createSender(allowPrivate: boolean, timeoutMs: number) {
  const agent = new Agent({ connect: ssrfSafeConnector({ allowPrivate }, connectMs) });

  const send = async ({ url: text, secrets, id, text: body, traceparent }: WebhookRequest, stopping: AbortSignal): Promise<SendResult> => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = AbortSignal.any([timeout, stopping]);
    try {
      const url = readOutboundUrl(text, allowPrivate);
      const response = await agent.request({
        origin: url.origin,
        path: url.pathname + url.search,
        method: "POST",
        headers: {
          "content-type": "application/json",
          "user-agent": "Offergraph-Webhooks/1",
          ...signatureHeaders(secrets, { id, text: body }),
          ...(traceparent !== undefined && { [traceparentHeader]: traceparent }),
        },
        body,
        signal,
        headersTimeout: 0,
        bodyTimeout: 0,
      });
      // undici can reuse the connection only after the body is read.
      response.body.dump({ limit: maxResponseBytes, signal }).catch(() => {});
      return { status: response.statusCode, error: errorOfStatus(response.statusCode) };
    } catch (error) {
      if (timeout.aborted) return { status: null, error: `The endpoint did not respond within ${timeoutMs / 1000} s.` };
      return { status: null, error: error instanceof ForbiddenUrl ? error.message : networkErrors[networkFailure(error)] };
    }
  };
  return { send, close: () => agent.destroy() };
}

export type Sender = ReturnType<typeof createSender>;

const networkErrors = {
  unresolved: "The endpoint's hostname cannot be resolved.",
  unreachable: "The endpoint cannot be reached.",
  untrusted: "The endpoint's certificate is not valid.",
  lost: "The connection to the endpoint was lost.",
};

function errorOfStatus(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  const note = status >= 300 && status < 400 ? "; redirects are not followed" : "";
  return `The endpoint responded with status ${status}${note}.`;
}
