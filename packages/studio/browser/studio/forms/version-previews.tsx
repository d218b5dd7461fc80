import { useState } from "react";
import { useData } from "../api/use-data.js";
import { Problem } from "../parts/empty.js";
import { Loaded } from "../parts/loaded.js";
import { Time } from "../parts/time.js";
import { useSession } from "../session/context.js";
import type { FormRecord } from "./form-page.js";

interface Version {
  name: "draft" | "live version";
  label: string;
  /** Undefined for the draft. */
  formVariantId?: string;
}

/** Buttons that show the draft or the live version of a form. */
export function VersionPreviews({ form: { rowId, publishedVariantId } }: { form: FormRecord }) {
  const [shown, setShown] = useState<Version["name"]>();
  const versions: Version[] = [{ name: "draft", label: "Draft" }];
  if (publishedVariantId) versions.push({ name: "live version", label: "Live version", formVariantId: publishedVariantId });
  const version = versions.find(({ name }) => name === shown);
  return (
    <>
      <p className="actions versions">
        {versions.map(({ name, label }) => (
          <button key={name} type="button" className="button" aria-pressed={name === shown} onClick={() => setShown(name)}>
            {label}
          </button>
        ))}
      </p>
      {!publishedVariantId && <p className="note">The form is not published, so it has no live version.</p>}
      {version && <VersionPreview key={version.name} formId={rowId} version={version} />}
    </>
  );
}

/** Shows a version in a frame of the width of a phone. On a phone, shows only the link. */
function VersionPreview({ formId, version: { name, formVariantId } }: { formId: string; version: Version }) {
  const { api } = useSession();
  const input = { formId, ...(formVariantId && { formVariantId }) };
  const [round, setRound] = useState(0);
  const reload = () => setRound((before) => before + 1);
  const data = useData(`${formId} ${name} ${round}`, (signal) =>
    api.getFormPreview(input, { signal, fields: { url: true, expiresAt: true } }),
  );
  return (
    <Loaded data={data}>
      {(preview) => {
        if (!preview) return <Problem message={`The ${name} no longer exists.`} onRetry={reload} />;
        const { url, expiresAt } = preview;
        return (
          <>
            <p className="actions versions">
              <a className="button" href={url} target="_blank" rel="noreferrer">
                Open the {name} in a new tab
              </a>
              <button type="button" className="button" onClick={reload}>
                Reload the preview
              </button>
            </p>
            <p className="note">
              Everyone who has the link can see the {name} until <Time at={expiresAt} />. Answers in the preview are not stored.
            </p>
            {/* The policy of the page allows frames only from the page's own origin. */}
            {new URL(url).origin === location.origin && <iframe key={round} className="phone" title={`Preview of the ${name}`} src={url} />}
          </>
        );
      }}
    </Loaded>
  );
}
