# How to build, run and configure it: docs/operations.md.

FROM node:24-bookworm-slim AS deps
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev

FROM deps AS build
COPY . .
# docker build --build-arg COMMIT=$(git rev-parse --short=12 HEAD): for the log and panel_build_info.
ARG COMMIT=
RUN npm run build

FROM node:24-bookworm-slim AS prod-deps
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Nothing reads these at run time, and they are half of all packages: the compiler that others name as an optional peer,
# declarations, source maps, and SQLite's source and its binaries for other systems. The last line shows that the right one is left.
RUN npm ci --omit=dev \
 && rm -rf node_modules/typescript node_modules/.bin/tsc node_modules/.bin/tsserver \
 && find node_modules -type f \( -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.map' \) -delete \
 && rm -rf node_modules/@photostructure/sqlite/src node_modules/@photostructure/sqlite/prebuilds/darwin-* \
    node_modules/@photostructure/sqlite/prebuilds/win32-* node_modules/@photostructure/sqlite/prebuilds/*/*.musl.node \
 && node -e "new (require('@photostructure/sqlite').DatabaseSync)(':memory:').exec('create table probe (n)')"

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
WORKDIR /app
# The app's own files belong to root: the process can't change them. It writes below /app/data only, as `node` or, where the
# platform gives it any uid (OpenShift), as one of the group 0. The database's file is closed to all but its user.
RUN install -d -o 1000 -g 0 -m 770 data
COPY --from=prod-deps /app/node_modules node_modules
COPY --from=build /app/build build
COPY public public
COPY package.json ./
USER 1000
VOLUME /app/data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# node itself, not npm or a shell: SIGTERM must reach the server (docs/operations.md, "Stopping").
# The heap is bound for a container of 512 MB; V8 would take up to 4 GB where the host has it.
# A page leaves much behind that is of no use the moment after: with room for it, it is never copied (docs/performance.md).
# Headers of 40 kB: more than what deploy/nginx.conf lets through.
CMD ["node", "--max-old-space-size=256", "--max-semi-space-size=32", "--max-http-header-size=40960", "node_modules/@remix-run/serve/dist/cli.js", "build/server/index.js"]
