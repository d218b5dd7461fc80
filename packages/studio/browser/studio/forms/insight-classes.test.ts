import { expect, it } from "vitest";
import { classesOf } from "./insight-classes.js";

const fact = (answerId: string, subjectClass: string | null, polaritySign: number, thingClass: string | null = null) => ({
  ...{ answerId, subjectClass, thingClass, polaritySign },
});

it("groups facts by class, and shows complaints first", () => {
  const answers = [
    { answerId: "a", text: "Fast delivery" },
    { answerId: "b", text: "Slow delivery" },
    { answerId: "c", text: null },
  ];
  const facts = [
    fact("a", "delivery", 1),
    fact("b", "delivery", -1),
    fact("c", null, 0, "price"),
    fact("c", "delivery", 0),
    fact("gone", null, 1),
  ];
  expect(classesOf(facts, answers)).toEqual([
    { rowId: "delivery", name: "delivery", positive: 1, neutral: 1, negative: 1, texts: ["Slow delivery", "Fast delivery"] },
    { rowId: "price", name: "price", positive: 0, neutral: 1, negative: 0, texts: [] },
    { rowId: "other", name: "other", positive: 1, neutral: 0, negative: 0, texts: [] },
  ]);
});
