# BranchDesk in one image: the server with the built client. docs/operations.md, "Container".

FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# Origin of the API, only where it is not the origin of the pages; it is built into the client.
ARG API_ORIGIN=
RUN API_ORIGIN="$API_ORIGIN" npm run build

FROM node:24-slim
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev && npm cache clean --force
COPY --from=build /app/dist ./dist
# The embedded database, unless DATABASE_URL is set. The account `node` comes with the image.
RUN mkdir --mode=700 /data && chown node:node /data
VOLUME /data
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4173 DATA_DIR=/data
USER node
EXPOSE 4173
# Over plain HTTP: with TLS_CERT and TLS_KEY, replace it by a check that speaks HTTPS.
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/api/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/main.js"]
