import { makeStreams } from "./make-streams.js";

// docker-compose.yml runs this file once before the services start, with the administrator's NATS_URL.
await makeStreams(process.env.NATS_URL ?? "");
process.stdout.write("Streams created.\n");
