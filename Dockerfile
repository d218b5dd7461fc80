# Builds the image of one app. In the repository's root, run: docker build --build-arg APP=discounts .
ARG APP

# Keeps only this app and its dependencies. Excludes packages/dev-stack, which only development needs.
FROM node:24-slim AS pruned
ARG APP
WORKDIR /repo
COPY . .
RUN test -d "apps/${APP:?Name the app: --build-arg APP=gateway}" \
  && npm pkg delete devDependencies --workspace "@offergraph/${APP}" \
  && npx --yes turbo@2.11.11 prune "@offergraph/${APP}" --docker
# Removes development dependencies from package.json and from the lock file. Otherwise, npm would install the Prisma CLI, an optional peer
# of @prisma/client, and the packages would need 375 MB instead of 118 MB. Migrations do not need the CLI, because
# @prisma/schema-engine-wasm applies them.
RUN cp -r out/json out/run && cd out/run \
  && npm pkg delete devDependencies --workspaces --include-workspace-root \
  && npm install --package-lock-only --ignore-scripts --no-audit --no-fund

# Docker caches this stage until the lock file or a package.json changes.
FROM node:24-slim AS dependencies
WORKDIR /repo
COPY --from=pruned /repo/out/run/ ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:24-slim AS built
ARG APP
ENV TURBO_TELEMETRY_DISABLED=1 DO_NOT_TRACK=1
WORKDIR /repo
COPY --from=pruned /repo/out/json/ ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY --from=pruned /repo/out/full/ ./
COPY scripts/ scripts/
RUN npx turbo run build --filter=@offergraph/${APP}...

# Builds the pages of the studio, which the gateway serves. The pages contain the SDK, which is generated from the schemas of all apps.
FROM node:24-slim AS studio
ENV TURBO_TELEMETRY_DISABLED=1 DO_NOT_TRACK=1
WORKDIR /repo
COPY . .
RUN npm ci --ignore-scripts --no-audit --no-fund && npx turbo run build --filter=@offergraph/studio

FROM node:24-slim
ARG APP
# Limits the heap, so that one service cannot use the memory of the others.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 MAX_HEAP_MB=384
WORKDIR /repo
COPY --from=dependencies /repo/ ./
COPY --from=built /repo/packages/shared/dist packages/shared/dist
COPY --from=built /repo/packages/service/dist packages/service/dist
COPY --from=built /repo/packages/shared/graphql packages/shared/graphql
COPY --from=built /repo/apps/${APP}/dist apps/${APP}/dist
COPY --from=studio /repo/packages/studio/dist packages/studio/dist
COPY --from=pruned /repo/out/full/apps/${APP}/ apps/${APP}/
RUN mkdir /data && chown node:node /data
USER node
WORKDIR /repo/apps/${APP}
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["sh", "-c", "exec node --max-old-space-size=${MAX_HEAP_MB} --max-semi-space-size=$((MAX_HEAP_MB / 12)) dist/main.js"]
