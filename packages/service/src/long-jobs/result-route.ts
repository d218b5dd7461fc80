import { jobResultPath, jobResultSigner } from "@offergraph/shared/access/job-result";
import { HttpError } from "@offergraph/shared/errors/http-error";
import type { Read } from "../db/read.js";
import { type DownloadLimits, Downloads } from "../subgraph/downloads.js";
import type { PublicRequest, PublicRoute } from "../subgraph/routes.js";
import type { ServiceDeps, ServiceSettings } from "../subgraph/run.js";
import type { Database } from "../tx/database.js";
import { readPart } from "./parts.js";
import { readResult } from "./rows.js";

type Deps = Pick<ServiceDeps<ServiceSettings, unknown>, "settings" | "clock"> & { database: Pick<Database<unknown>, "read"> };

/** Media type and name of a result file. */
export interface ResultFile {
  type: string;
  name: string;
}

/**
 * Returns the route that serves the result files of a service's jobs. `fileOf` derives the media type and the name of a result file from
 * the job's id and parameters. The argument `limits` is for tests.
 */
export function jobResultRoute(
  service: string,
  { settings, database, clock }: Deps,
  fileOf: (jobId: string, parameters: string) => ResultFile,
  limits?: DownloadLimits,
): PublicRoute {
  const downloads = new Downloads(limits);
  const signer = jobResultSigner(settings.GATEWAY_SIGNING_KEY, service);
  return {
    name: "job_result",
    method: "GET",
    path: `${jobResultPath}${service}/:token`,
    async answer(request) {
      const now = clock.now();
      const signed = signer.verify(request.params.token, now.getTime());
      if (!signed) throw new HttpError(403, "link_expired", "This link is invalid or has expired. To get a new link, call get_job.");
      const { workspaceId, jobId } = signed;
      const read: Read = (statement) => database.read(workspaceId, statement);
      const result = await readResult(read, jobId, now);
      if (!result)
        throw new HttpError(404, "result_not_found", "The result file has been deleted. To create a new file, start the job again.");
      const { type, name } = fileOf(jobId, result.parameters);
      const headers = {
        ...{ "content-type": type, "content-disposition": `attachment; filename="${name}"`, "cache-control": "private, no-store" },
      };
      if (request.request.method === "HEAD") return { status: 200, headers };
      const onBytes = downloads.start(workspaceId, request.response);
      return { status: 200, headers, body: partsOf(request, read, jobId, result.parts, onBytes) };
    },
  };
}

/** Reads one part at a time, after the client has received the previous part. */
async function* partsOf(
  { response, log }: PublicRequest,
  read: Read,
  jobId: string,
  parts: number,
  onBytes: (bytes: number) => void,
): AsyncGenerator<string> {
  try {
    for (let position = 0; position < parts; position += 1) {
      const content = await readPart(read, jobId, position);
      if (content === undefined) throw new Error(`Part ${position} of the result of job ${jobId} has been deleted.`);
      yield content;
      onBytes(Buffer.byteLength(content));
    }
  } catch (error) {
    log.warn({ err: error, recordIds: [jobId] }, "Failed to send a result file");
    // The broken connection shows the client that the file is incomplete.
    response.destroy();
  }
}
