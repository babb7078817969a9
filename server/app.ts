import { randomUUID } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import compress from '@fastify/compress';
import Fastify, { LogController, type FastifyServerFactory, type FastifyServerOptions } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { constants } from 'node:zlib';
import type { Config } from '#server/lib/config.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { announcementFileRoutes } from '#server/modules/announcements/announcement-files.routes.ts';
import { announcementRoutes } from '#server/modules/announcements/announcements.routes.ts';
import { academicReportRoutes } from '#server/modules/academic-report/academic-report.routes.ts';
import { approvalRoutes } from '#server/modules/approvals/approvals.routes.ts';
import { assessmentRoutes, scoreRoutes } from '#server/modules/assessments/assessments.routes.ts';
import { attendanceRoutes } from '#server/modules/attendance/attendance.routes.ts';
import { auditLogRoutes } from '#server/modules/audit-log/audit-log.routes.ts';
import { authRoutes } from '#server/modules/auth/auth.routes.ts';
import { bookRoutes } from '#server/modules/books-check/books.routes.ts';
import { branchRoutes } from '#server/modules/branches/branches.routes.ts';
import { assignTeacherRoutes } from '#server/modules/classes/assign-teachers.routes.ts';
import { classChangeRoutes } from '#server/modules/class-changes/class-changes.routes.ts';
import { enrolmentChangeRoutes } from '#server/modules/enrolment-changes/enrolment-changes.routes.ts';
import { studentPageRoutes } from '#server/modules/student-page/student-page.routes.ts';
import { enrolmentRoutes } from '#server/modules/enrolments/enrolments.routes.ts';
import { classRoutes } from '#server/modules/classes/classes.routes.ts';
import { classSessionRoutes } from '#server/modules/classes/class-sessions.routes.ts';
import { academicTermRoutes } from '#server/modules/academic-terms/academic-terms.routes.ts';
import { certificateRoutes } from '#server/modules/certificates/certificates.routes.ts';
import { courseCategoryRoutes } from '#server/modules/course-categories/course-categories.routes.ts';
import { courseFeeRoutes } from '#server/modules/course-fees/course-fees.routes.ts';
import { courseRoutes } from '#server/modules/courses/courses.routes.ts';
import { classOverviewRoutes } from '#server/modules/class-overview/class-overview.routes.ts';
import { balanceRoutes } from '#server/modules/balances/balances.routes.ts';
import { dayRoutes } from '#server/modules/days/days.routes.ts';
import { familyAccountRoutes } from '#server/modules/family-account/family-account.routes.ts';
import { drawerRoutes } from '#server/modules/drawers/drawers.routes.ts';
import { exchangeRateRoutes } from '#server/modules/exchange-rates/exchange-rates.routes.ts';
import { exportRoutes } from '#server/modules/exports/exports.routes.ts';
import { overviewRoutes } from '#server/modules/overview/overview.routes.ts';
import { figureRoutes } from '#server/modules/figures/figures.routes.ts';
import { fileRoutes } from '#server/modules/files/files.routes.ts';
import { findRoutes } from '#server/modules/find/find.routes.ts';
import { healthRoutes } from '#server/modules/health/health.routes.ts';
import { importRoutes } from '#server/modules/imports/imports.routes.ts';
import { journalRoutes } from '#server/modules/journal/journal.routes.ts';
import { parentListRoutes } from '#server/modules/parents/parents.routes.ts';
import { pendingRoutes } from '#server/modules/pending/pending.routes.ts';
import { productCategoryRoutes } from '#server/modules/product-categories/product-categories.routes.ts';
import { productRoutes } from '#server/modules/products/products.routes.ts';
import { reportRoutes } from '#server/modules/reports/reports.routes.ts';
import { roomRoutes } from '#server/modules/rooms/rooms.routes.ts';
import { safeRoutes } from '#server/modules/safe/safe.routes.ts';
import { savedViewRoutes } from '#server/modules/saved-views/saved-views.routes.ts';
import { schoolInfoRoutes } from '#server/modules/school-info/school-info.routes.ts';
import { settledWriteRoutes } from '#server/modules/settled-writes/settled-writes.routes.ts';
import { staffAccountRoutes } from '#server/modules/staff-accounts/staff-accounts.routes.ts';
import { setupRoutes } from '#server/modules/setup/setup.routes.ts';
import { settlementRoutes } from '#server/modules/settlements/settlements.routes.ts';
import { deliveryRoutes } from '#server/modules/stock/deliveries.routes.ts';
import { stockCountRoutes } from '#server/modules/stock/stock-counts.routes.ts';
import { stockLevelRoutes } from '#server/modules/stock/stock-levels.routes.ts';
import { stockMovementRoutes } from '#server/modules/stock/stock-movements.routes.ts';
import { stockTransferRoutes } from '#server/modules/stock/stock-transfers.routes.ts';
import { studentListRoutes } from '#server/modules/students/students.routes.ts';
import { parentMergeRoutes } from '#server/modules/merges/parent-merge.routes.ts';
import { parentRecordRoutes } from '#server/modules/parents/parent-records.routes.ts';
import { studentMergeRoutes } from '#server/modules/merges/student-merge.routes.ts';
import { studentCardRoutes } from '#server/modules/students/student-cards.routes.ts';
import { studentRecordRoutes } from '#server/modules/students/student-records.routes.ts';
import { teacherRoutes } from '#server/modules/teachers/teachers.routes.ts';
import { transferRoutes } from '#server/modules/transfers/transfers.routes.ts';
import { lapseOrder } from '#server/modules/orders/lapse-order.service.ts';
import { orderReadRoutes } from '#server/modules/orders/order-reads.routes.ts';
import { discountRuleRoutes } from '#server/modules/orders/discount-rules.routes.ts';
import { paymentReadRoutes } from '#server/modules/payments/payment-reads.routes.ts';
import { paymentRoutes } from '#server/modules/payments/payments.routes.ts';
import { orderRoutes } from '#server/modules/orders/orders.routes.ts';
import { paperRoutes } from '#server/modules/papers/papers.routes.ts';
import { deskRoutes } from '#server/modules/visits/desk.routes.ts';
import { statementRoutes } from '#server/modules/verification/statements.routes.ts';
import { deskNewsRoutes, refundRequestRoutes, verificationRoutes } from '#server/modules/verification/verification.routes.ts';
import { visitRoutes } from '#server/modules/visits/visits.routes.ts';
import { requireRules } from '#server/plugins/access.ts';
import { addApiDocs } from '#server/plugins/api-docs.ts';
import { allowOneOrigin } from '#server/plugins/cors.ts';
import { eventRoutes } from '#server/plugins/events.ts';
import { addErrorHandler } from '#server/plugins/errors.ts';
import { sendError } from '#server/lib/error-answer.ts';
import { requireIdempotencyKeys } from '#server/plugins/idempotency.ts';
import { addNotFound } from '#server/plugins/not-found.ts';
import { readJsonBodies } from '#server/plugins/request-bodies.ts';
import { logOptions, logRequests } from '#server/plugins/request-log.ts';
import { addSecurityHeaders } from '#server/plugins/security-headers.ts';
import { addSessions } from '#server/plugins/session.ts';
import { serveClient } from '#server/plugins/static-client.ts';

const MAX_BODY_BYTES = 1024 * 1024;
const REQUEST_TIMEOUT_MS = 120_000;
/** Longer than the 60 s after which proxies close idle connections, so that the server never closes one they reuse. */
const KEEP_ALIVE_MS = 72_000;
/** Answers are compressed while they are asked for: the highest quality would cost more time than it saves. */
const BROTLI_QUALITY = 4;

type AppOptions = Services & {
  /** Where log lines go; `false` for none. */
  log?: FastifyServerOptions['logger'];
  /** Further routes under `/api`; for tests. */
  extraRoutes?: (api: Api) => void;
};

const modules = [
  authRoutes,
  auditLogRoutes,
  academicReportRoutes,
  certificateRoutes,
  approvalRoutes,
  setupRoutes,
  branchRoutes,
  exchangeRateRoutes,
  schoolInfoRoutes,
  exportRoutes,
  importRoutes,
  studentListRoutes,
  parentListRoutes,
  staffAccountRoutes,
  teacherRoutes,
  settledWriteRoutes,
  attendanceRoutes,
  assessmentRoutes,
  scoreRoutes,
  healthRoutes,
  studentCardRoutes,
  studentRecordRoutes,
  studentMergeRoutes,
  parentRecordRoutes,
  parentMergeRoutes,
  enrolmentRoutes,
  enrolmentChangeRoutes,
  classChangeRoutes,
  studentPageRoutes,
  pendingRoutes,
  overviewRoutes,
  figureRoutes,
  reportRoutes,
  savedViewRoutes,
  bookRoutes,
  journalRoutes,
  settlementRoutes,
  assignTeacherRoutes,
  eventRoutes,
  roomRoutes,
  classRoutes,
  classSessionRoutes,
  academicTermRoutes,
  courseCategoryRoutes,
  courseRoutes,
  courseFeeRoutes,
  productCategoryRoutes,
  productRoutes,
  classOverviewRoutes,
  stockLevelRoutes,
  stockMovementRoutes,
  deliveryRoutes,
  stockCountRoutes,
  stockTransferRoutes,
  drawerRoutes,
  balanceRoutes,
  familyAccountRoutes,
  dayRoutes,
  safeRoutes,
  transferRoutes,
  visitRoutes,
  deskRoutes,
  orderReadRoutes,
  orderRoutes,
  paymentReadRoutes,
  paymentRoutes,
  paperRoutes,
  discountRuleRoutes,
  verificationRoutes,
  refundRequestRoutes,
  deskNewsRoutes,
  statementRoutes,
  announcementRoutes,
  findRoutes,
];

function listenWith(tls: Config['tls']): FastifyServerFactory {
  const timeouts = { requestTimeout: REQUEST_TIMEOUT_MS, keepAliveTimeout: KEEP_ALIVE_MS };
  return (handler) =>
    tls ? https.createServer({ ...tls, ...timeouts }, handler) : http.createServer(timeouts, handler);
}

/** A number counts proxies from this server outwards. */
function trustedProxies(proxies: Config['trustProxy']): FastifyServerOptions['trustProxy'] & {} {
  return typeof proxies === 'number' ? (_address, hop) => hop < proxies : proxies;
}

function createServer({ config, log = logOptions }: AppOptions) {
  return Fastify({
    logger: log,
    logController: new LogController({ disableRequestLogging: true }),
    requestIdHeader: false,
    genReqId: () => randomUUID(),
    trustProxy: trustedProxies(config.trustProxy),
    bodyLimit: MAX_BODY_BYTES,
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
    serverFactory: listenWith(config.tls),
  }).withTypeProvider<ZodTypeProvider>();
}

/** Puts the server together; it does not listen yet. */
export async function buildApp(options: AppOptions): Promise<Api> {
  const { db, config, extraRoutes } = options;
  const app: Api = createServer(options);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.decorate('lapseOrder', (orderId: string) => lapseOrder(db, orderId));
  addErrorHandler(app);
  requireRules(app);
  logRequests(app);
  await addSecurityHeaders(app, config);
  if (config.clientOrigin !== undefined) allowOneOrigin(app, config.clientOrigin);
  await app.register(compress, { brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } } });
  addNotFound(app, await serveClient(app, config.clientDir));
  readJsonBodies(app);
  addSessions(app, db);
  requireIdempotencyKeys(app);
  await addApiDocs(app);
  await app.register(
    async (api: Api) => {
      for (const addRoutes of modules) addRoutes(api, options);
      await api.register((scope: Api) => fileRoutes(scope, options));
      await api.register((scope: Api) => announcementFileRoutes(scope, options));
      extraRoutes?.(api);
    },
    { prefix: '/api' },
  );
  return app;
}
