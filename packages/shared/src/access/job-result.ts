import { PublicError } from "../errors/public-error.js";
import { deriveKey, signed } from "./principal.js";

interface JobResult {
  workspaceId: string;
  jobId: string;
}

/** Path prefix of jobs' result files. The service's name and a token follow the prefix. */
export const jobResultPath = "/v1/job-results/";

const validMs = 3_600_000;

/** Signs and verifies the tokens in the URLs of jobs' result files. A token is valid for one hour and for one service. */
export function jobResultSigner(signingKey: string, service: string) {
  const { encode, seal, open } = signed<JobResult>(deriveKey(signingKey, "job-result"));
  return {
    sign: (result: JobResult, now: number): string => seal(encode(result, now, validMs), [`\n${service}`]),
    /** Returns undefined if the token is forged or expired. */
    verify(token: string | undefined, now: number): JobResult | undefined {
      try {
        return open(token, now, [`\n${service}`]);
      } catch (error) {
        if (error instanceof PublicError) return undefined;
        throw error;
      }
    },
  };
}
