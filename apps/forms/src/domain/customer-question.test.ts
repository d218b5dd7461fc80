import { describe, expect, it } from "vitest";
import { answeredCustomer, customerQuestionFault } from "./customer-question.js";

const model = {
  elements: [
    { type: "text", name: "mail" },
    { type: "rating", name: "stars" },
    { type: "text", name: "a", valueName: "number" },
  ],
};

describe("a customer_question_key", () => {
  it.each(["mail", "number"])("may name the text question %s", (key) => expect(customerQuestionFault(model, key)).toBeNull());
  it.each([
    ["stars", "is of type rating"],
    ["a", "has no question a"],
    ["phone", "has no question phone"],
  ])("may not name %s", (key, words) => expect(customerQuestionFault(model, key)).toContain(words));
  it("needs a draft", () => expect(customerQuestionFault(null, "mail")).toContain("save_form_draft"));
});

describe("the customer identified by an answer", () => {
  it.each([
    [" ann@shop.example ", { ref: "ann@shop.example", email: "ann@shop.example" }],
    ["K-17", { ref: "K-17" }],
    [4711, { ref: "4711" }],
    ["", undefined],
    ["  ", undefined],
    ["x".repeat(256), undefined],
    [["ann@shop.example"], undefined],
    [true, undefined],
    [undefined, undefined],
  ])("by %j is %j", (answer, customer) => expect(answeredCustomer({ mail: answer }, "mail")).toEqual(customer));
  it("ignores properties of Object.prototype", () => expect(answeredCustomer({}, "toString")).toBeUndefined());
});
