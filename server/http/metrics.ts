import http from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Db } from '#server/db/client.ts';
import type { Services } from '#server/lib/api.ts';
import { measureCentre } from './centre-metrics.ts';
import { nameSlowQueries } from './slow-queries.ts';

/** Only programs of this machine read metrics. */
const LOOPBACK = '127.0.0.1';
/** Seconds; a desk feels half a second. */
const DURATIONS_S = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** The answers that stay open as long as a desk is there. */
const STREAM = '/api/events';

type Client = typeof import('prom-client');

/** Names routes by their pattern, so that no id of a person becomes a label. */
function measureRequests(app: FastifyInstance, { Counter, Gauge, Histogram }: Client) {
  const labelNames = ['method', 'route', 'status'] as const;
  const requests = new Counter({
    name: 'branchdesk_requests_total',
    help: 'Answered requests by route and status',
    labelNames,
  });
  const durations = new Histogram({
    name: 'branchdesk_request_duration_seconds',
    help: 'Time from a request to its answer',
    labelNames: ['method', 'route'],
    buckets: DURATIONS_S,
  });
  const streams = new Gauge({
    name: 'branchdesk_event_streams',
    help: 'Windows that hear live changes now',
  });
  app.addHook('onRequest', async ({ routeOptions, raw }) => {
    if (routeOptions.url !== STREAM) return;
    streams.inc();
    raw.once('close', () => streams.dec());
  });
  app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
    const route = routeOptions.url ?? 'unknown';
    requests.inc({ method, route, status: reply.statusCode });
    if (route !== STREAM) durations.observe({ method, route }, reply.elapsedTime / 1000);
  });
}

function measurePool({ $client: pool }: Db & { $client?: unknown }, { Gauge }: Client): void {
  const counts = pool as { totalCount: number; idleCount: number; waitingCount: number };
  new Gauge({
    name: 'branchdesk_database_connections',
    help: 'Connections of the pool by what they do, and requests that wait for one',
    labelNames: ['state'],
    collect() {
      this.set({ state: 'idle' }, counts.idleCount);
      this.set({ state: 'busy' }, counts.totalCount - counts.idleCount);
      this.set({ state: 'waited for' }, counts.waitingCount);
    },
  });
}

/**
 * Counts what was refused where a password or a code is typed: signing in, unlocking, signing at
 * another's screen, rescue codes.
 */
function measureSignIns(app: FastifyInstance, { Counter }: Client): void {
  const failed = new Counter({
    name: 'branchdesk_failed_sign_ins_total',
    help: 'Refused passwords and codes by route; limited ones came too soon after others',
    labelNames: ['route', 'reason'],
  });
  app.addHook('onResponse', async ({ routeOptions, session }, { statusCode }) => {
    const { secretBody, action } = routeOptions.config;
    const isOfNobody = action !== undefined && session === undefined;
    if (!secretBody || isOfNobody || statusCode < 400 || statusCode >= 500) return;
    failed.inc({
      route: routeOptions.url ?? '',
      reason: statusCode === 429 ? 'limited' : 'refused',
    });
  });
}

/**
 * Measures requests, connections and the process, and serves the figures to Prometheus at
 * `http://127.0.0.1:<port>/metrics` as long as the app listens. docs/operations.md, "Metrics".
 */
async function addMetrics(app: FastifyInstance, services: Services, port: number): Promise<Client> {
  // Loaded here, because most installations measure nothing.
  const { default: client } = await import('prom-client');
  client.register.clear();
  client.collectDefaultMetrics();
  measureRequests(app, client);
  measureSignIns(app, client);
  measurePool(services.db, client);
  measureCentre(services, client);
  const server = http.createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    client.register.metrics().then(
      (text) => response.writeHead(200, { 'content-type': client.register.contentType }).end(text),
      (error: unknown) => {
        app.log.error(error);
        response.writeHead(500).end();
      },
    );
  });
  app.addHook('onListen', async () => {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(port, LOOPBACK, resolve);
    });
  });
  app.addHook('onClose', async () => {
    server.closeAllConnections();
    server.close();
  });
  return client;
}

/** Names slow queries in the log, and measures where `METRICS_PORT` asks for it. */
export async function watch(app: FastifyInstance, services: Services): Promise<void> {
  const { metricsPort } = services.config;
  const client =
    metricsPort === undefined ? undefined : await addMetrics(app, services, metricsPort);
  const slow =
    client &&
    new client.Counter({
      name: 'branchdesk_slow_queries_total',
      help: 'Statements that took at least SLOW_QUERY_MS',
    });
  nameSlowQueries(app, services, () => slow?.inc());
}
