# Builds the image of one app. In the repository's root, run: docker build --build-arg APP=discounts .
# `npm run prove -- images` runs the same scripts without Docker, and measures and starts the images (docs/deployment.md, Images).

FROM node:24-slim AS manifests
WORKDIR /repo
COPY . .
# Keeps only the files that `npm ci` reads, so that Docker installs the packages again only after a change of these files.
RUN find . -type f ! -name package.json ! -name package-lock.json ! -name .npmrc -delete

FROM node:24-slim AS built
ENV TURBO_TELEMETRY_DISABLED=1 DO_NOT_TRACK=1
WORKDIR /repo
COPY --from=manifests /repo/ ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
ARG APP
RUN node scripts/images/build.mjs "${APP:?Name the app: --build-arg APP=gateway}" /image/repo

# Node and its shared libraries, without npm and a shell.
FROM node:24-slim AS runtime
RUN apt-get update \
  && apt-get install --yes --no-install-recommends binutils \
  && rm -rf /var/lib/apt/lists/*
COPY scripts/images/collect-runtime.sh ./
RUN sh collect-runtime.sh /usr/local/bin/node /image && mkdir /data

FROM scratch
ARG APP
ARG VERSION
COPY --from=runtime /image/ /
COPY --from=runtime --chown=1000:1000 /data /data
COPY --from=built /image/ /
# NODE_OPTIONS limits the heap, so that one service cannot use the memory of the others.
ENV PATH=/usr/local/bin NODE_ENV=production NODE_OPTIONS="--max-old-space-size=384 --max-semi-space-size=32" HOST=0.0.0.0 PORT=4000
ENV SERVICE_VERSION=${VERSION}
USER 1000:1000
WORKDIR /repo/apps/${APP}
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/main.js"]
