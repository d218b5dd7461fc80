#!/bin/sh
# Deploys one app: applies its settings, runs its migrations, replaces its pods, and returns to the previous version if the new version does
# not become ready. Other apps do not change.
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
    sleep "${MIGRATION_POLL_SECONDS:-2}"
  done
  kubectl logs --namespace "$namespace" "$job" --tail 50 >&2 || true
  echo "The migrations of $app failed. The previous version of $app still runs." >&2
  return 1
}

apply 'app.kubernetes.io/component notin (migration, server)'
if grep -q '^kind: Job$' "$manifests"; then migrate; fi
apply 'app.kubernetes.io/component=server'
deployment="deployment/$app-api"
if kubectl rollout status --namespace "$namespace" "$deployment" --timeout 5m; then
  echo "$app in $environment runs $image."
  exit 0
fi
echo "$app did not become ready. Returning to the previous version." >&2
kubectl rollout undo --namespace "$namespace" "$deployment"
kubectl rollout status --namespace "$namespace" "$deployment" --timeout 5m
exit 1
