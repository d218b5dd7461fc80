import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { eventServices } from "@offergraph/service/messaging/topology";
import { describe, expect, it } from "vitest";
import { repository } from "../../../packages/dev-stack/src/supervisor/apps.js";
import { kubernetesFolder, type Manifest, readFiles } from "./manifests.js";

/** The parts of a job that the tests read. */
interface JobSpec {
  template: {
    metadata: { labels: Record<string, string> };
    spec: {
      automountServiceAccountToken: boolean;
      securityContext: object;
      containers: { image: string; workingDir?: string; args: string[]; env: object[]; securityContext: object; volumeMounts: object[] }[];
      volumes: object[];
    };
  };
}

const files = readFiles().filter(({ file }) => file.startsWith("backup/"));
const manifestOf = (kind: string) => {
  const found = files.find(({ manifest }) => manifest.kind === kind);
  if (!found) throw new Error(`deploy/kubernetes/backup has no ${kind}.`);
  return found.manifest as Manifest & { spec: unknown };
};
const cronJob = manifestOf("CronJob").spec as { jobTemplate: { spec: JobSpec } };
const jobs: [string, JobSpec][] = [
  ["cron-job.yaml", cronJob.jobTemplate.spec],
  ["restore-job.yaml", manifestOf("Job").spec as JobSpec],
];
const containerOf = ({ template }: JobSpec) => {
  const [container] = template.spec.containers;
  if (!container) throw new Error("The job has no container.");
  return container;
};

describe.each(jobs)("deploy/kubernetes/backup/%s", (_file, job) => {
  it("runs without privileges, as the user who owns the backups", () => {
    const { automountServiceAccountToken, securityContext } = job.template.spec;
    expect(automountServiceAccountToken).toBe(false);
    expect(securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: "RuntimeDefault" } });
    expect(containerOf(job).securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    });
  });

  it("mounts the volume of the backups and may connect to the databases", () => {
    expect(job.template.spec.volumes[0]).toEqual({
      name: "backups",
      persistentVolumeClaim: { claimName: manifestOf("PersistentVolumeClaim").metadata.name },
    });
    expect(containerOf(job).volumeMounts[0]).toMatchObject({ name: "backups", mountPath: "/backups" });
    const { podSelector } = manifestOf("NetworkPolicy").spec as { podSelector: { matchLabels: object } };
    expect(job.template.metadata.labels).toMatchObject(podSelector.matchLabels);
  });

  it("runs a program of the image", () => {
    const { image, workingDir = `/repo/apps/${image.replace("offergraph-", "")}`, args } = containerOf(job);
    const source = path.join(workingDir.replace("/repo", repository), (args[1] ?? "").replace(/^dist\/(.*)\.js$/, "src/$1.ts"));
    expect(existsSync(source), source).toBe(true);
  });
});

it.each(eventServices)("docs/backup.md makes the restore job of %s from the job of orders", (service) => {
  const text = readFileSync(path.join(kubernetesFolder, "backup/restore-job.yaml"), "utf8");
  const replaced = text.replace("offergraph-orders", "registry.example/image").replaceAll("orders", service);
  expect(replaced).toContain(`secretKeyRef: { name: ${service}-secrets, key: DATABASE_URL }`);
  expect(readFileSync(path.join(kubernetesFolder, `base/${service}/secrets.example.env`), "utf8")).toMatch(/^DATABASE_URL=/m);
  const docs = readFileSync(path.join(repository, "docs/backup.md"), "utf8");
  expect(docs).toContain('"s|offergraph-orders|$REGISTRY/$service:$VERSION|; s|orders|$service|; s|backup-name|backup-2026-11-28|"');
});
