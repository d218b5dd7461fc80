import { makeStreams, resetStreamsAt } from "./make-streams.js";
import { readStreamsEnv } from "./streams-env.js";

// docker-compose.yml runs this file once before the services start, with the administrator's NATS_URL. After a restore of databases, the
// operator runs it with the arguments `reset [service ...]` (docs/backup.md).
const { NATS_URL, STREAM_REPLICAS } = readStreamsEnv(process.env);
const [verb, ...services] = process.argv.slice(2);
if (verb === "reset") {
  await resetStreamsAt(NATS_URL, services.length > 0 ? services : undefined, { replicas: STREAM_REPLICAS });
  process.stdout.write("Streams reset.\n");
} else {
  await makeStreams(NATS_URL, { replicas: STREAM_REPLICAS });
  process.stdout.write("Streams created.\n");
}
