import { type MsgHdrs, headers as newHeaders } from "@nats-io/transport-node";
import { eventSigner, signatureHeader } from "@offergraph/service/messaging/signer";
import type { CloudEvent } from "@offergraph/shared/contracts/cloud-event";
import { testSigningKey } from "./subgraph.js";

/** Creates and verifies the signatures of events with the key of the services under test. */
export const testSigner = eventSigner(testSigningKey);

/** Returns the message that the relay publishes for an event: the body, and the headers with the signature. */
export function signedEvent(event: CloudEvent): { body: string; headers: MsgHdrs } {
  const body = JSON.stringify(event);
  return { body, headers: signedHeaders(event.type, body) };
}

/** Returns the headers of a message, with the producer's signature. */
export function signedHeaders(subject: string, body: string): MsgHdrs {
  const [, service = ""] = subject.split(".");
  const headers = newHeaders();
  headers.set(signatureHeader, testSigner.sign(service, subject, body));
  return headers;
}
