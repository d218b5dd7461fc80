import { z } from "zod";
import type { Output } from "./output.js";

const timeoutMs = 10_000;
const query = "{ list_forms(first: 20) { nodes { formSlug } } }";
const install = "query ($slug: String!) { get_form_install(slug: $slug) { placements { url qrSvgUrl published surface } } }";

const formsSchema = z.object({ list_forms: z.object({ nodes: z.array(z.object({ formSlug: z.string() })) }) });
const placement = z.object({ url: z.string(), qrSvgUrl: z.string(), published: z.boolean(), surface: z.string() });
const installSchema = z.object({ get_form_install: z.object({ placements: z.array(placement) }) });

export interface DemoLinks {
  form: string;
  qrCode: string;
}

/** Returns the links to a demo form and its QR code. Returns undefined if no form is published. */
export async function readDemoLinks(baseUrl: string, secretKey: string): Promise<DemoLinks | undefined> {
  const { list_forms: forms } = formsSchema.parse(await ask(baseUrl, secretKey, query));
  for (const { formSlug: slug } of forms.nodes) {
    const { get_form_install: found } = installSchema.parse(await ask(baseUrl, secretKey, install, { slug }));
    const shown = found.placements.find(({ published, surface }) => published && surface === "EMAIL_SHAREABLE");
    if (shown) return { form: shown.url, qrCode: shown.qrSvgUrl };
  }
  return undefined;
}

export function showDemoLinks(output: Pick<Output, "step">, links: DemoLinks | undefined): void {
  if (!links) return;
  output.step("demo form", links.form);
  output.step("demo QR code", links.qrCode);
}

async function ask(baseUrl: string, secretKey: string, query: string, variables = {}): Promise<unknown> {
  const response = await fetch(`${baseUrl}/graphql/v1`, {
    method: "POST",
    headers: { authorization: `Bearer ${secretKey}`, "content-type": "application/json" },
    body: JSON.stringify({ query, variables }),
    signal: AbortSignal.timeout(timeoutMs),
  });
  const { data } = (await response.json()) as { data?: unknown };
  return data;
}
