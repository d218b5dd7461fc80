import type { DocPage } from "./doc-page.js";
import { requestErrors } from "./error-catalog.js";
import { blocks, fence, section } from "./markdown.js";
import type { Reference } from "./reference.js";
import { allUserErrors } from "./user-errors.js";

const shape = {
  errors: [
    {
      message: "The API key is invalid. The key may be mistyped, unknown, expired or revoked.",
      extensions: {
        code: "api_key_invalid",
        fix: "Check the key, or create a new key.",
        requestId: "0190b6a5-0000-7000-8000-000000000001",
      },
    },
  ],
};

const intro = `A request can fail in two ways:

- The gateway rejects the request, or a service fails. The response then has \`errors\`. Each error has a \`code\` and a \`requestId\`, and many errors have a \`fix\`.
- A mutation rejects its input. The response then has the status 200 and a payload with \`userErrors\`. A mutation that rejects its input writes nothing. Each entry of \`userErrors\` has the path of the invalid argument in \`field\`, a \`message\` and a \`code\`. One response contains all errors of the input.

MCP tools return the same error codes as GraphQL operations. A rejected input is a tool result with \`isError\`.`;

export function errorsPage(reference: Reference): DocPage {
  return {
    path: "/docs/errors",
    title: "Errors",
    description: "All error codes of GraphQL and MCP requests, with their causes and fixes.",
    section: "Guide",
    markdown: () =>
      blocks(
        intro,
        fence("json", "A rejected request", JSON.stringify(shape, undefined, 2)),
        section("User errors", blocks(...allUserErrors(reference).map(({ name, description }) => section(name, description, 3)))),
        section(
          "Request errors",
          blocks(
            ...requestErrors(reference.manifests).map(({ code, status, cause, fix }) =>
              section(code, `Status ${status}. ${cause}\n\n**Fix:** ${fix}`, 3),
            ),
          ),
        ),
      ),
  };
}
