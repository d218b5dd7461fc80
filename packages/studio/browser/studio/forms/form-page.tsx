import type { Offergraph } from "@offergraph/sdk";
import { useData } from "../api/use-data.js";
import { Badge } from "../parts/badge.js";
import { NotFound } from "../parts/empty.js";
import { Facts, Section } from "../parts/facts.js";
import { words } from "../parts/format.js";
import { Heading } from "../parts/heading.js";
import { Loaded } from "../parts/loaded.js";
import { Nothing, Time } from "../parts/time.js";
import { linkTo, type PageProps } from "../router.js";
import { useSession } from "../session/context.js";
import { FormNumbers } from "./form-numbers.js";
import { Insights } from "./insights.js";
import { Preview } from "./preview.js";

const back = { href: linkTo("forms"), text: "All forms" };

const readForm = async (api: Offergraph, slug: string, signal: AbortSignal) => {
  const [form, install] = await Promise.all([
    api.getForm(
      { slug },
      {
        signal,
        fields: {
          rowId: true,
          formSlug: true,
          title: true,
          status: true,
          createdAt: true,
          publishedAt: true,
          publishedVariantId: true,
          startsAt: true,
          endsAt: true,
          enableEndsAt: true,
          draft: true,
          incentives: { rowId: true, name: true },
          placements: { rowId: true, channel: { name: true }, published: true, shortLink: { clickCount: true } },
        },
      },
    ),
    api.getFormInstall({ slug }, { signal, fields: { placements: { placementId: true, url: true } } }),
  ]);
  return form && { ...form, urls: new Map(install?.placements.map(({ placementId, url }) => [placementId, url])) };
};

export type FormRecord = NonNullable<Awaited<ReturnType<typeof readForm>>>;

/** A form with its funnel, the results of its questions, and its insights. */
export function FormPage({ id }: PageProps) {
  const { api } = useSession();
  const data = useData(id, (signal) => readForm(api, id, signal));
  return (
    <Loaded data={data} heading={{ title: "Form", back }}>
      {(form) => (form ? <Form form={form} /> : <NotFound what="form" back={back} />)}
    </Loaded>
  );
}

function Form({ form }: { form: FormRecord }) {
  const { title, formSlug, status, publishedAt, startsAt, endsAt, enableEndsAt, incentives } = form;
  const links = (incentives ?? []).map(({ rowId, name }) => (
    <a key={rowId} href={linkTo("incentives", rowId)}>
      {name}{" "}
    </a>
  ));
  return (
    <>
      <Heading title={title ?? formSlug} back={back}>
        <Badge status={status} />
      </Heading>
      <Facts
        facts={[
          ["Slug", formSlug],
          ["Published", <Time key="published" at={publishedAt} />],
          ["Opens", startsAt ? <Time key="opens" at={startsAt} /> : "On publication"],
          ["Closes", enableEndsAt && endsAt ? <Time key="closes" at={endsAt} /> : "Never"],
          ["Incentives", links.length > 0 ? links : <Nothing key="incentives" />],
          ["Channels", form.placements.map(({ channel }) => words(channel.name)).join(", ") || <Nothing key="channels" />],
        ]}
      />
      <FormNumbers form={form} />
      <Insights slug={formSlug} />
      <Section title="Preview">
        <Preview form={form} />
      </Section>
    </>
  );
}
