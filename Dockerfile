# One image for the API, the worker and the operator's commands. The argument selects the program.
#   docker build -t parley .
#   docker run parley api | worker | cli/migrate | cli/tenant …
# docs/operations/containers.md explains its settings. tools/image/build-tree.ts takes the same steps without Docker.

# The result has no machine code, so it is built once, on the platform of the builder, for all platforms.
FROM --platform=$BUILDPLATFORM node:24-bookworm-slim AS build
WORKDIR /src
COPY . .
RUN npm ci --ignore-scripts --no-audit --no-fund
RUN npx turbo run build bundle site --filter=@parley/local... --filter=@parley/docs --output-logs=errors-only
RUN node --import ./tools/typescript/register.js tools/image/pack.ts /out
RUN mkdir -m 700 /state

FROM node:24-bookworm-slim
ENV NODE_ENV=production
ENV HOST=0.0.0.0
ENV PORT=3000
ENV DATA_DIR=/var/lib/parley
WORKDIR /app
# The files belong to root, so a process cannot change them, even where the root file system is writable.
COPY --from=build /out ./
# The only folder that a process writes to. Mount a volume here for workers; a new volume gets the owner of this folder.
COPY --from=build --chown=node:node /state /var/lib/parley
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["node", "apps/local/launch/check-health.js"]
ENTRYPOINT ["node", "--enable-source-maps", "apps/local/run.cjs"]
CMD ["api"]
