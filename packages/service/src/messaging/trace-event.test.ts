import type { Span } from "@offergraph/shared/telemetry/tracing";
import { removeTracer, setTracer } from "@offergraph/shared/telemetry/tracing";
import { afterEach, beforeEach, expect, it } from "vitest";
import { eventIn, publishedIn, startProcessing } from "./trace-event.js";

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const headerOf = (span: string, trace = traceId, flags = "01") => `00-${trace}-${span}-${flags}`;
const emitted = headerOf("00f067aa0ba902b7");
const published = headerOf("b7ad6b7169203331");
const event = { id: "01900000-0000-7000-8000-000000000001", type: "offergraph.forms.form.created.v1", traceparent: emitted };

const started: { name: string; parent: string | undefined }[] = [];
beforeEach(() => {
  started.length = 0;
  setTracer(({ name, parent }) => {
    started.push({ name, parent: parent?.parentId });
    return { traceId, traceparent: headerOf("1111111111111111"), set() {}, rename() {}, end() {} } satisfies Span;
  }, 0);
});
afterEach(() => removeTracer());

it("an event continues the trace of its publication, but not another trace, because nobody signs the header", () => {
  expect(publishedIn(event, published).traceparent).toBe(published);
  for (const header of [undefined, "nonsense", headerOf("b7ad6b7169203331", "0af7651916cd43dd8448eb211c80319c")])
    expect(publishedIn(event, header)).toBe(event);
  expect(publishedIn({ ...event, traceparent: undefined }, published).traceparent).toBeUndefined();
  removeTracer();
  expect(publishedIn(event, published)).toBe(event);
});

it("the events that a handler emits follow the span of the handler", () => {
  const span = startProcessing("incentives/grant-responses", publishedIn(event, published));
  expect(started).toEqual([{ name: "process incentives/grant-responses", parent: "b7ad6b7169203331" }]);
  expect(eventIn(event, span).traceparent).toBe(headerOf("1111111111111111"));
  const unsampled = { ...event, traceparent: headerOf("00f067aa0ba902b7", traceId, "00") };
  expect(eventIn(unsampled, startProcessing("incentives/grant-responses", unsampled))).toBe(unsampled);
  expect(started).toHaveLength(1);
});
