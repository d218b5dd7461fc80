import { Question } from "survey-core";

interface Checking {
  allowSpaceAsAnswer: boolean;
  isValueEmpty(value: unknown, trims: boolean): boolean;
  isNewValueCorrect(value: unknown): boolean;
}

// survey-core logs an invalid answer in full to the console. Answers are personal data and must not be logged.
Object.defineProperty(Question.prototype, "checkIsValueCorrect", {
  value(this: Checking, value: unknown): boolean {
    return this.isValueEmpty(value, !this.allowSpaceAsAnswer) || this.isNewValueCorrect(value);
  },
});
