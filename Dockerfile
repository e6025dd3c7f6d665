# An image of the packed program: `npm pack`, then `docker build -t cloudsec-fake:0.2.0 .`
# Podman and Buildah keep the health check only with `--format docker`.

# Node 26 is the active LTS release. The image may be another one with npm and glibc.
ARG NODE_IMAGE=docker.io/library/node:26.10.0-slim

FROM ${NODE_IMAGE} AS build
# Node and the shared libraries that it loads.
RUN install -D "$(command -v node)" /node/usr/local/bin/node \
 && for library in $(ldd /node/usr/local/bin/node | grep -o '/[^ ]*'); do install -D "$library" "/node$library"; done \
 && install -d /node/etc && echo 'hosts: files dns' > /node/etc/nsswitch.conf
COPY cloudsec-fake-*.tgz /package/
# `npm pack` leaves the tarballs of other versions where they are. The secret is a configuration of npm, for those who need one.
RUN --mount=type=secret,id=npmrc set -- /package/*.tgz \
 && { [ $# -eq 1 ] || { echo "expected one cloudsec-fake-*.tgz beside the Dockerfile, got $#: $*" >&2; exit 1; }; } \
 && NPM_CONFIG_USERCONFIG=/run/secrets/npmrc npm install --global --prefix /program/usr/local --ignore-scripts --no-audit --no-fund "$1"
RUN install -d /volume/state

# Nothing else is in the image: no shell, no npm, no package manager.
FROM scratch
COPY --from=build /node /
COPY --from=build /program /
# A new volume at /state takes over this owner.
COPY --from=build --chown=65532:65532 /volume /
USER 65532:65532
ENV CLOUDSEC_FAKE_HOST=0.0.0.0
EXPOSE 4747
ENTRYPOINT ["/usr/local/bin/node", "/usr/local/bin/cloudsec-fake"]
CMD ["start"]
HEALTHCHECK --interval=10s --timeout=10s --start-period=10s \
  CMD ["/usr/local/bin/node", "/usr/local/bin/cloudsec-fake", "wait", "--timeout", "3s"]
# Last, so that another revision keeps the layers. A label whose argument is not given is empty.
ARG SOURCE=https://github.com/cloudsec-fake/cloudsec-fake
ARG VERSION
ARG REVISION
LABEL org.opencontainers.image.title="cloudsec-fake" \
      org.opencontainers.image.description="A fake of a security, cloud resource and data analysis REST API" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.source="$SOURCE" \
      org.opencontainers.image.version="$VERSION" \
      org.opencontainers.image.revision="$REVISION"
