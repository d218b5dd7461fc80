import { createServer, type RequestListener, type Server } from "node:http";

/** Creates a subgraph's server that rejects links and gets all requests over HTTP. */
export function withoutLinks(answer: RequestListener): Server {
  return createServer((request, response) => {
    if (request.headers.upgrade === undefined) answer(request, response);
    else response.writeHead(404).end();
  });
}
