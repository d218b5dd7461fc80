import { Question } from "survey-core";

interface Checking {
  allowSpaceAsAnswer: boolean;
  isValueEmpty(value: unknown, trims: boolean): boolean;
  isNewValueCorrect(value: unknown): boolean;
}

// survey-core writes an answer of the wrong form to the console, whole: what visitors say belongs into no log, and they are told themselves.
Object.defineProperty(Question.prototype, "checkIsValueCorrect", {
  value(this: Checking, value: unknown): boolean {
    return this.isValueEmpty(value, !this.allowSpaceAsAnswer) || this.isNewValueCorrect(value);
  },
});
