#!/bin/sh
# Deploys one app: applies its settings, runs its migrations, and replaces its pods. Returns to the previous version if the new version does
# not become ready, or if a gateway refuses its schema. Other apps do not change.
#   sh deploy/kubernetes/deploy.sh <staging|production> <app> <image>
set -eu
if [ $# -ne 3 ]; then
  echo "Usage: sh deploy/kubernetes/deploy.sh <staging|production> <app> <image>" >&2
  exit 2
fi
environment=$1
app=$2
image=$3
folder=$(cd "$(dirname "$0")" && pwd)
namespace="offergraph-$environment"
if [ ! -f "$folder/overlays/$environment/$app/kustomization.yaml" ] || [ ! -d "$folder/base/$app" ]; then
  echo "No overlay for the app $app in $environment. See deploy/kubernetes/overlays." >&2
  exit 2
fi
case "${image##*/}" in
  *@*) version="digest: ${image##*@}"; name=${image%@*} ;;
  *:*) version="newTag: \"${image##*:}\""; name=${image%:*} ;;
  *) echo "The image $image needs a tag or a digest, so that a later return to this version is possible." >&2; exit 2 ;;
esac

# The overlay of this release is a folder next to the others, because kustomize only accepts relative paths of resources.
release=$(mktemp -d "$folder/.release.XXXXXX")
trap 'rm -rf "$release"' EXIT
cat > "$release/kustomization.yaml" <<KUSTOMIZATION
apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
resources: [../overlays/$environment/$app]
images: [{ name: offergraph-$app, newName: "$name", $version }]
KUSTOMIZATION
manifests="$release/manifests.yaml"
kubectl kustomize "$release" > "$manifests"

apply() { kubectl apply --namespace "$namespace" --filename "$manifests" --selector "$1"; }

migrate() {
  job="job/$app-migrate"
  # A job cannot change, so the job of the previous release has to go.
  kubectl delete --namespace "$namespace" --ignore-not-found "$job"
  apply 'app.kubernetes.io/component=migration'
  while :; do
    case $(kubectl get --namespace "$namespace" "$job" --output 'jsonpath={.status.conditions[?(@.status=="True")].type}') in
      *Complete*) return 0 ;;
      *Failed*) break ;;
    esac
    sleep "${POLL_SECONDS:-2}"
  done
  kubectl logs --namespace "$namespace" "$job" --tail 50 >&2 || true
  echo "The migrations of $app failed. The previous version of $app still runs." >&2
  return 1
}

# The pods of the new version end during the return, so the reason has to be printed before.
print_pods() {
  set -- --namespace "$namespace" pods --selector "app.kubernetes.io/name=$app,app.kubernetes.io/component=server"
  kubectl get "$@" >&2 || true
  for pod in $(kubectl get "$@" --output 'jsonpath={.items[?(@.status.containerStatuses[0].ready==false)].metadata.name}'); do
    echo "Last lines of the log of $pod:" >&2
    # A container that exits again and again has the reason in the log of its previous run.
    kubectl logs --namespace "$namespace" "pod/$pod" --tail 20 --previous >&2 || true
    kubectl logs --namespace "$namespace" "pod/$pod" --tail 20 >&2 || true
  done
}

return_to_previous() {
  echo "$1 Returning to the previous version." >&2
  if ! kubectl rollout undo --namespace "$namespace" "$deployment"; then
    echo "The new pods of $app are still there. If this was the first release of $app, there is no previous version." >&2
    exit 1
  fi
  kubectl rollout status --namespace "$namespace" "$deployment" --timeout 5m
  exit 1
}

find_gateways() {
  kubectl get --namespace "$namespace" pods --selector 'app.kubernetes.io/name=gateway,app.kubernetes.io/component=server' \
    --field-selector status.phase=Running --output name
}

# Runs in the pod of a gateway, because the image has no shell. Prints the reasons for which the gateway refuses the schema of an app.
print_refusals='
fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`, { signal: AbortSignal.timeout(5000) })
  .then((response) => response.json())
  .then(({ schema }) => {
    for (const { subgraph, version, reasons } of schema.refused)
      if (subgraph === process.argv[1]) console.log(`${subgraph} ${version ?? "(polled)"}: ${reasons.join(" ")}`);
  })
  .catch(({ message, cause }) => {
    console.error(`The schemas of a gateway are unknown: ${cause?.message ?? message}`);
    process.exit(1);
  });
'

# Prints the refusals of all gateways. Fails if a gateway does not respond.
find_refusals() {
  pods=$(find_gateways) && [ -n "$pods" ] || return 1
  for pod in $pods; do
    kubectl exec --namespace "$namespace" "$pod" -- node -e "$print_refusals" "$app" || return 1
  done
}

# A pod is available 5 s after it has registered its schema, and a gateway decides within this time. A refusal can end, because an old pod
# leaves the registry up to 30 s after the rollout. A number of tries would not limit the time, because `kubectl exec` takes seconds.
check_schema() {
  end=$(($(date +%s) + ${SCHEMA_SECONDS:-60}))
  while :; do
    if refusals=$(find_refusals) && [ -z "$refusals" ]; then return 0; fi
    [ "$(date +%s)" -lt "$end" ] || break
    sleep "${POLL_SECONDS:-2}"
  done
  if [ -z "$refusals" ]; then
    echo "$app in $environment runs $image, but a gateway does not respond. Check the field schema.refused of its /health/ready." >&2
    exit 1
  fi
  printf 'A gateway refuses the schema of %s:\n%s\n' "$app" "$refusals" >&2
  [ -n "${ALLOW_REFUSED_SCHEMA:-}" ] || return_to_previous "The gateways serve the previous schema."
}

apply 'app.kubernetes.io/component notin (migration, server)'
if grep -q '^kind: Job$' "$manifests"; then migrate; fi
apply 'app.kubernetes.io/component=server'
deployment="deployment/$app-api"
if ! kubectl rollout status --namespace "$namespace" "$deployment" --timeout 5m; then
  print_pods
  return_to_previous "$app did not become ready."
fi
# The gateway has no schema of its own.
if [ "$app" != gateway ]; then
  gateways=$(find_gateways)
  if [ -n "$gateways" ]; then check_schema; else echo "No gateway runs in $environment yet, so nothing has checked the schema of $app."; fi
fi
echo "$app in $environment runs $image."
