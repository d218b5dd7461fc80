import { request } from "undici";

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: { data?: Record<string, unknown> | null; errors?: GraphQLError[] };
}
interface GraphQLError {
  message: string;
  path?: (string | number)[];
  extensions?: Record<string, unknown> & { code?: string };
}

export async function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const answer = await request(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  const text = await answer.body.text();
  return { status: answer.statusCode, headers: answer.headers, body: text === "" ? {} : JSON.parse(text) };
}

/** The method `data` throws an Error if the response contains errors. */
export function graphqlClient(baseUrl: string, key: string) {
  const call = (query: string, variables: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
    post(`${baseUrl}/graphql/v1`, { query, variables }, { authorization: `Bearer ${key}`, ...headers });
  return {
    call,
    async data<Data = Record<string, unknown>>(
      query: string,
      variables: Record<string, unknown> = {},
      headers: Record<string, string> = {},
    ): Promise<Data> {
      const answer = await call(query, variables, headers);
      if (answer.status !== 200 || answer.body.errors || !answer.body.data)
        throw new Error(`${answer.status} ${JSON.stringify(answer.body)}\n${query}\n${JSON.stringify(variables)}`);
      return answer.body.data as Data;
    },
  };
}
export type GraphQLClient = ReturnType<typeof graphqlClient>;
