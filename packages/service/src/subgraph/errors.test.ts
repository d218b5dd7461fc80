import { BadUserInput, PublicError } from "@offergraph/shared/errors/public-error";
import { GraphQLError } from "graphql";
import { pino } from "pino";
import { beforeEach, describe, expect, it } from "vitest";
import { answerErrors, requestError } from "./errors.js";

const lines: Record<string, unknown>[] = [];
const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
beforeEach(() => {
  lines.length = 0;
});
const thrown = (originalError: unknown, path = ["list", 0, "name"]) =>
  new GraphQLError("what it said", { path, originalError: originalError as Error });

describe("errors in an answer", () => {
  it("keep message, code, details, path and place when they are public, however deeply wrapped", () => {
    const [plain, wrapped] = answerErrors(
      [thrown(new BadUserInput("filter.code", "code is wrong.")), thrown(thrown(new PublicError("X", "x", { n: 1 })))],
      log,
    );
    expect(plain).toMatchObject({
      message: "code is wrong.",
      path: ["list", 0, "name"],
      extensions: { code: "BAD_USER_INPUT", argument: "filter.code" },
    });
    expect(wrapped?.extensions).toEqual({ code: "X", n: 1 });
    expect(lines).toEqual([]);
  });
  it("say nothing and are logged once when they are not", () => {
    const faults = [new Error("secret"), new GraphQLError("secret"), "secret", undefined];
    for (const error of answerErrors(
      faults.map((fault) => thrown(fault)),
      log,
    )) {
      expect(error.extensions).toEqual({ code: "INTERNAL_SERVER_ERROR" });
      expect(JSON.stringify(error)).not.toContain("secret");
    }
    expect(lines.map(({ path }) => path)).toEqual(faults.map(() => "list.0.name"));
    expect(requestError(new Error("secret"), log)).toMatchObject({ extensions: { code: "INTERNAL_SERVER_ERROR" } });
    expect(lines).toHaveLength(faults.length + 1);
  });
});
