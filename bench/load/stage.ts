import type { Client } from "./client.js";
import { pace } from "./pace.js";
import { Recorder, type Sample } from "./recorder.js";
import type { Workload } from "./workloads/workload.js";

export interface StagePlan {
  rate: number;
  seconds: number;
  client: Client;
  workload: Workload;
  stop: AbortSignal;
  onSample(sample: Sample, recorder: Recorder): void;
}

export interface Stage {
  rate: number;
  /** Time from the start to the end of the schedule or to the last response. */
  elapsedSeconds: number;
  recorder: Recorder;
  isStopped: boolean;
  /** Share of one CPU core that the generator used, from 0 to 1. */
  generatorCpu: number;
}

/** Maximum number of requests in flight. Limits the generator's memory. */
const maxInFlight = 20_000;

/** Sends requests at one rate and waits until all are answered or timed out. */
export async function runStage({ rate, seconds, client, workload, stop, onSample }: StagePlan): Promise<Stage> {
  const recorder = new Recorder();
  const started = performance.now();
  const cpu = process.cpuUsage();
  const timer = setInterval(() => onSample(recorder.sample(rate), recorder), 1000);
  let markIdle = () => {};
  const send = (intended: number) => {
    const request = workload.next();
    recorder.sent(request.operation, intended);
    // A request can be sent 1 ms early, which must not lower its latency.
    const from = Math.min(intended, performance.now());
    client.send(request, from, (response) => {
      recorder.ended(request.operation, from, response);
      if (recorder.inFlight === 0) markIdle();
    });
  };
  const unsent = await pace({ rate, seconds, send, continues: () => !stop.aborted && recorder.inFlight < maxInFlight });
  if (!stop.aborted) recorder.unsent(unsent);
  if (recorder.inFlight > 0)
    await new Promise<void>((resolve) => {
      markIdle = resolve;
    });
  clearInterval(timer);
  // The schedule ends one interval after the last request.
  const elapsedMs = Math.max(performance.now() - started, stop.aborted ? 0 : seconds * 1000);
  onSample(recorder.sample(rate), recorder);
  const { user, system } = process.cpuUsage(cpu);
  return { rate, elapsedSeconds: elapsedMs / 1000, recorder, isStopped: stop.aborted, generatorCpu: (user + system) / 1000 / elapsedMs };
}
