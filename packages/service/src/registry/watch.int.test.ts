import { gzipSync } from "node:zlib";
import { jetstream } from "@nats-io/jetstream";
import { startOwnNats } from "@offergraph/dev-stack/testing/own-nats";
import { createLogger } from "@offergraph/shared/log/logger";
import { polling } from "@offergraph/testkit/timeouts";
import { expect, onTestFinished, test, vi } from "vitest";
import { connectNats } from "../messaging/connection.js";
import { makeStreams } from "../messaging/make-streams.js";
import { schemaBucket, subjectOfKey } from "./buckets.js";
import { hashOfContent } from "./entry.js";
import { watchRegistry } from "./watch.js";

const log = createLogger("test", "silent");
const wrongHash = expect.stringContaining("does not have the hash");

test("a text that does not have the hash of its key is not read", async () => {
  const server = await startOwnNats();
  onTestFinished(() => server.stop());
  await makeStreams(server.url);
  const client = connectNats({ url: server.url, name: "test", log });
  onTestFinished(() => client.close());
  const announced: Promise<string>[] = [];
  const connected = vi.fn();
  const watch = watchRegistry({
    ...{ url: server.url, signingKey: "a signing key that is long enough for a test", log },
    ...{ onEntry: () => undefined, onLeave: () => undefined, onConnection: connected },
    onStored: (_service, _hash, read) => void announced.push(read().catch((error: Error) => error.message)),
  });
  onTestFinished(() => watch.stop());
  await vi.waitFor(() => expect(connected).toHaveBeenCalledWith(true), polling);

  const hash = hashOfContent("type Query { right: Int }");
  const store = async (text: string) => {
    const { connection } = await client.waitForConnection(AbortSignal.timeout(polling.timeout));
    await jetstream(connection).publish(subjectOfKey(schemaBucket, `things.${hash}`), gzipSync(text));
  };
  await store("type Query { wrong: Int }");
  await expect(watch.read("things", hash)).rejects.toThrow(`does not have the hash ${hash}`);
  await store("type Query { right: Int }");
  expect(await watch.read("things", hash)).toBe("type Query { right: Int }");
  await vi.waitFor(() => expect(announced).toHaveLength(2), polling);
  expect(await Promise.all(announced)).toEqual([wrongHash, "type Query { right: Int }"]);
});
