import { polling } from "@offergraph/testkit/timeouts";
import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runCli } from "../program.js";
import { testServer } from "../testing/server.js";
import { testTerminal } from "../testing/terminal.js";
import { readTarget } from "./forward.js";

const type = "offergraph.discounts.tag.recolored.v1";
const eventOf = (number: number) => ({
  sequence: String(number),
  eventId: `e-${number}`,
  eventType: type,
  body: JSON.stringify({ id: `e-${number}`, subject: "spring", time: "2026-06-01T12:00:00.000Z", data: { name: number } }),
});

interface Step {
  step: string;
  body: { cursor?: string; sessionId?: string; eventTypes?: string[] };
}

type Server = Awaited<ReturnType<typeof testServer>>;
let api: Server;
let receiver: Server;
let answerNext: (step: Step, turn: number) => { status?: number; body?: unknown } | "reset";
let answerEvent: (number: number) => { status?: number } | Promise<{ status?: number }> | "reset";
beforeEach(async () => {
  let turn = 0;
  api = await testServer(({ path, body }) => {
    const step = { step: path.replace("/v1/listen/", ""), body: JSON.parse(body) };
    if (step.step === "start") return { body: { sessionId: "s-1" } };
    return step.step === "next" ? answerNext(step, turn++) : {};
  });
  answerEvent = () => ({ status: 204 });
  receiver = await testServer((_, number) => answerEvent(number));
});
afterEach(async () => {
  await api.stop();
  await receiver.stop();
});

const page = (numbers: number[], hasMissed = false) => ({
  body: { events: numbers.map(eventOf), cursor: String(numbers.at(-1) ?? 9), hasMissed },
});
const allSteps = () => api.requests.map(({ path, body }) => ({ step: path.replace("/v1/listen/", ""), ...JSON.parse(body) }));
const steps = () => allSteps().filter(({ step }) => step !== "keep");

async function listen(words: string[] = [], isInteractive = true) {
  const terminal = testTerminal({ OFFERGRAPH_KEY: "sk_live_x", OFFERGRAPH_URL: api.url }, isInteractive);
  const answer = answerNext;
  answerNext = (step, turn) => {
    const given = answer(step, turn);
    if (given === "reset" || given.body !== undefined || given.status !== undefined) return given;
    terminal.interrupt();
    return page([]);
  };
  const code = await runCli(["listen", "--forward-to", `${receiver.url}/hook`, ...words], terminal);
  return { code, ...terminal };
}

describe("listen", () => {
  it("forwards events in order with a webhook's headers, confirms them afterwards, and ends its session on Ctrl-C", async () => {
    answerNext = (_, turn) => [page([1, 2]), page([3])][turn] ?? {};
    const { code, lines, errors } = await listen(["--events", `${type}, other`]);
    expect(code).toBe(0);
    expect(receiver.requests.map(({ headers }) => headers["webhook-id"])).toEqual(["e-1", "e-2", "e-3"]);
    const [first] = receiver.requests;
    const secret = /whsec_\S+/.exec(errors.join("\n"))?.[0] ?? "";
    expect(new Webhook(secret).verify(first?.body ?? "", first?.headers as Record<string, string>)).toMatchObject({ id: "e-1" });
    expect(first).toMatchObject({
      path: "/hook",
      body: eventOf(1).body,
      headers: { "content-type": "application/json", "user-agent": "Offergraph-Webhooks/1" },
    });
    expect(lines[0]).toMatch(new RegExp(`^2026-06-01T12:00:00.000Z {2}${type} {2}spring {2}e-1 {2}204 in \\d+ ms$`));
    expect(steps()).toEqual([
      { step: "start", eventTypes: [type, "other"] },
      { step: "next", sessionId: "s-1" },
      { step: "next", sessionId: "s-1", cursor: "2" },
      { step: "next", sessionId: "s-1", cursor: "3" },
      { step: "stop", sessionId: "s-1" },
    ]);
  });

  it("shows the status of each attempt as JSON, and repeats only events that the receiver did not answer", async () => {
    answerNext = (_, turn) => [page([1, 2])][turn] ?? {};
    answerEvent = (number) => (number === 1 ? "reset" : number === 2 ? { status: 500 } : { status: 200 });
    const { lines } = await listen(["--session", "s-9"], false);
    expect(receiver.requests.map(({ headers }) => headers["webhook-id"])).toEqual(["e-1", "e-1", "e-2"]);
    expect(lines.map((line) => JSON.parse(line).forwarded.status)).toEqual([500, 200]);
    expect(steps()[0]).toEqual({ step: "next", sessionId: "s-9" });
  });

  it("keeps its session in use while the receiver is slow", async () => {
    answerNext = (_, turn) => [page([1, 2])][turn] ?? {};
    const keeps = () => allSteps().filter(({ step }) => step === "keep");
    answerEvent = async (number) => {
      await vi.waitFor(() => expect(keeps().length).toBeGreaterThanOrEqual(2 * number), polling);
      return { status: 200 };
    };
    await listen();
    expect(keeps()[0]).toEqual({ step: "keep", sessionId: "s-1" });
    expect(keeps().at(-1)).toEqual({ step: "keep", sessionId: "s-1", cursor: "1" });
    expect(steps().at(-1)?.step).toBe("stop");
  });

  it("reconnects after an outage without losing its place, and reports dropped events", async () => {
    const pages = [page([1]), "reset" as const, ...Array(3).fill({ status: 503 }), page([2], true), page([3], true)];
    answerNext = (_, turn) => pages[turn] ?? {};
    const { code, errors } = await listen();
    expect([code, errors.slice(2)]).toEqual([
      0,
      [
        "Connection lost; reconnecting. The API stores up to 10,000 missed events for one day.",
        "Connected again.",
        "Some events are lost, because the API's event buffer was full.",
      ],
    ]);
    expect(steps().filter(({ cursor }) => cursor === "1")).toHaveLength(5);
    expect(receiver.requests.map(({ headers }) => headers["webhook-id"])).toEqual(["e-1", "e-2", "e-3"]);
  });

  it("ends with 2 and the reason when the key is revoked or the session has ended", async () => {
    const refused = (status: number, message: string, fix?: string) => ({
      status,
      body: { errors: [{ message, extensions: { code: "x", fix } }] },
    });
    answerNext = () => refused(401, "The API key is invalid.", "Create a new key.");
    expect(await listen()).toMatchObject({
      code: 2,
      errors: [expect.anything(), expect.anything(), "Listening ended: The API key is invalid. Create a new key. Run: offergraph login"],
    });
    answerNext = () => refused(404, "There is no such listening session.");
    expect((await listen()).errors.at(-1)).toBe("Listening ended: There is no such listening session.");
    expect(steps().filter(({ step }) => step === "stop")).toEqual([]);
  });
});

it("the target of forwarded events can be a port, a host or a URL", () => {
  expect(["3000", "3000/hook", "localhost:3000/hook", "https://a.example/x"].map(readTarget)).toEqual([
    ...["http://localhost:3000", "http://localhost:3000/hook", "http://localhost:3000/hook", "https://a.example/x"],
  ]);
  expect(() => readTarget("http://")).toThrow(/is not a URL/);
});
