import { describe, expect, it } from "vitest";
import { appEnvironment } from "./app-environment.js";

describe("the environment of an app", () => {
  it("contains the settings of npm start", () => {
    const given = {
      PUBLIC_URL: "https://api.example",
      CORS_ORIGINS: "https://a",
      TRUSTED_PROXIES: "10.0.0.0/8",
      RATE_LIMIT_PER_IP: "0",
      REDIS_URL: "redis://r",
    };
    expect(appEnvironment(given, {})).toMatchObject(given);
  });
  it("contains no variables of npm, the supervisor or another service's database", () => {
    const given = {
      npm_config_cache: "c",
      INIT_CWD: "/",
      DATA_DIR: "d",
      OFFERGRAPH_REPLICAS: "r",
      NODE_CHANNEL_FD: "3",
      PORT: "4000",
      DATABASE_URL: "postgres://admin",
    };
    expect(appEnvironment(given, {})).toEqual({ NODE_ENV: "production" });
  });
  it("gives the supervisor's values precedence", () => {
    expect(appEnvironment({ NATS_URL: "nats://given", NODE_ENV: "test" }, { NATS_URL: "nats://own", PORT: "0" })).toEqual({
      NODE_ENV: "production",
      NATS_URL: "nats://own",
      PORT: "0",
    });
  });
});
