import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import Fastify, { LogController, type FastifyServerOptions } from 'fastify';
import {
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod';
import { constants } from 'node:zlib';
import type { Config } from '#server/lib/config.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { announcementFileRoutes } from '#server/centre/announcements/announcement-files.routes.ts';
import { alertRoutes } from '#server/centre/alerts/alerts.routes.ts';
import { announcementRoutes } from '#server/centre/announcements/announcements.routes.ts';
import { academicReportRoutes } from '#server/reading/academic-report/academic-report.routes.ts';
import { approvalRoutes } from '#server/centre/approvals/approvals.routes.ts';
import { assessmentRoutes, scoreRoutes } from '#server/academic/assessments/assessments.routes.ts';
import { attendanceRoutes } from '#server/academic/attendance/attendance.routes.ts';
import { auditLogRoutes } from '#server/reading/audit-log/audit-log.routes.ts';
import { authRoutes } from '#server/centre/auth/auth.routes.ts';
import { bookRoutes } from '#server/reading/books-check/books.routes.ts';
import { branchRoutes } from '#server/centre/branches/branches.routes.ts';
import { copyClassRoutes } from '#server/academic/classes/copy-classes.routes.ts';
import { assignTeacherRoutes } from '#server/academic/classes/assign-teachers.routes.ts';
import { classChangeRoutes } from '#server/desk/class-changes/class-changes.routes.ts';
import { continuingRepliesRoutes } from '#server/desk/enrolment-changes/continuing-replies.routes.ts';
import { continuingRoutes } from '#server/desk/enrolment-changes/continuing.routes.ts';
import { enrolmentChangeRoutes } from '#server/desk/enrolment-changes/enrolment-changes.routes.ts';
import { studentPageRoutes } from '#server/reading/student-page/student-page.routes.ts';
import { enrolmentRoutes } from '#server/academic/enrolments/enrolments.routes.ts';
import { classRoutes } from '#server/academic/classes/classes.routes.ts';
import { classSessionRoutes } from '#server/academic/classes/class-sessions.routes.ts';
import { academicTermRoutes } from '#server/academic/academic-terms/academic-terms.routes.ts';
import { certificateRoutes } from '#server/academic/certificates/certificates.routes.ts';
import { courseCategoryRoutes } from '#server/catalogue/course-categories/course-categories.routes.ts';
import { courseFeeRoutes } from '#server/catalogue/course-fees/course-fees.routes.ts';
import { courseRoutes } from '#server/catalogue/courses/courses.routes.ts';
import { classOverviewRoutes } from '#server/reading/class-overview/class-overview.routes.ts';
import { balanceRoutes } from '#server/reading/balances/balances.routes.ts';
import { dayRoutes } from '#server/ledger/days/days.routes.ts';
import { familyAccountRoutes } from '#server/reading/family-account/family-account.routes.ts';
import { drawerRoutes } from '#server/ledger/drawers/drawers.routes.ts';
import { exchangeRateRoutes } from '#server/catalogue/exchange-rates/exchange-rates.routes.ts';
import { exportRoutes } from '#server/reading/exports/exports.routes.ts';
import { yearCloseRoutes } from '#server/reading/year-close/year-close.routes.ts';
import { overviewRoutes } from '#server/reading/overview/overview.routes.ts';
import { figureRoutes } from '#server/ledger/figures/figures.routes.ts';
import { fileRoutes } from '#server/centre/files/files.routes.ts';
import { findRoutes } from '#server/reading/find/find.routes.ts';
import { healthRoutes } from '#server/centre/health/health.routes.ts';
import { moveComparisonRoutes } from '#server/reading/move-comparison/move-comparison.routes.ts';
import { movePlanRoutes } from '#server/reading/move-plan/move-plan.routes.ts';
import { erasureRoutes } from '#server/desk/erasures/erasures.routes.ts';
import { personalDataRoutes } from '#server/reading/personal-data/personal-data.routes.ts';
import { listImportRoutes } from '#server/desk/moving-in/list-imports.routes.ts';
import { movingInRoutes } from '#server/desk/moving-in/moving-in.routes.ts';
import { journalRoutes } from '#server/reading/journal/journal.routes.ts';
import { parentListRoutes } from '#server/people/parents/parents.routes.ts';
import { pendingRoutes } from '#server/reading/pending/pending.routes.ts';
import { productCategoryRoutes } from '#server/catalogue/product-categories/product-categories.routes.ts';
import { productRoutes } from '#server/catalogue/products/products.routes.ts';
import { reportRoutes } from '#server/reading/reports/reports.routes.ts';
import { roomRoutes } from '#server/catalogue/rooms/rooms.routes.ts';
import { safeRoutes } from '#server/ledger/safe/safe.routes.ts';
import { savedViewRoutes } from '#server/centre/saved-views/saved-views.routes.ts';
import { whatsNewRoutes } from '#server/centre/whats-new/whats-new.routes.ts';
import { schoolInfoRoutes } from '#server/centre/school-info/school-info.routes.ts';
import { settledWriteRoutes } from '#server/centre/settled-writes/settled-writes.routes.ts';
import { staffAccountRoutes } from '#server/centre/staff-accounts/staff-accounts.routes.ts';
import { rescueRoutes } from '#server/setup/rescue.routes.ts';
import { setupRoutes } from '#server/setup/setup.routes.ts';
import { settlementRoutes } from '#server/ledger/settlements/settlements.routes.ts';
import { deliveryRoutes } from '#server/ledger/stock/deliveries.routes.ts';
import { stockCountRoutes } from '#server/ledger/stock/stock-counts.routes.ts';
import { stockLevelRoutes } from '#server/ledger/stock/stock-levels.routes.ts';
import { stockMovementRoutes } from '#server/ledger/stock/stock-movements.routes.ts';
import { stockTransferRoutes } from '#server/ledger/stock/stock-transfers.routes.ts';
import { studentListRoutes } from '#server/people/students/students.routes.ts';
import { centreExportRoutes } from '#server/safekeeping/centre-exports/centre-exports.routes.ts';
import { backupRoutes } from '#server/safekeeping/backups/backups.routes.ts';
import { booksHistoryRoutes } from '#server/safekeeping/restores/restores.routes.ts';
import { parentMergeRoutes } from '#server/desk/merges/parent-merge.routes.ts';
import { parentRecordRoutes } from '#server/people/parents/parent-records.routes.ts';
import { studentMergeRoutes } from '#server/desk/merges/student-merge.routes.ts';
import { studentCardRoutes } from '#server/people/students/student-cards.routes.ts';
import { studentRecordRoutes } from '#server/people/students/student-records.routes.ts';
import { teacherRateRoutes } from '#server/people/teachers/teacher-rates.routes.ts';
import { teacherRoutes } from '#server/people/teachers/teachers.routes.ts';
import { transferRoutes } from '#server/desk/class-transfers/transfers.routes.ts';
import { lapseOrder } from '#server/ledger/orders/lapse-order.service.ts';
import { orderReadRoutes } from '#server/ledger/orders/order-reads.routes.ts';
import { discountRuleRoutes } from '#server/ledger/orders/discount-rules.routes.ts';
import { paymentRoutes } from '#server/ledger/payments/payments.routes.ts';
import { orderRoutes } from '#server/ledger/orders/orders.routes.ts';
import { paperRoutes } from '#server/reading/papers/papers.routes.ts';
import { deskRoutes } from '#server/desk/desk-lookups/desk.routes.ts';
import { statementRoutes } from '#server/ledger/verification/statements.routes.ts';
import {
  deskNewsRoutes,
  refundRequestRoutes,
  verificationRoutes,
} from '#server/ledger/verification/verification.routes.ts';
import { visitRoutes } from '#server/desk/visits/visits.routes.ts';
import { answerErrors } from '#server/http/answer-errors.ts';
import { requireRules } from '#server/http/access.ts';
import { addApiDocs } from '#server/http/api-docs.ts';
import {
  connectionLimits,
  endSlowBodies,
  listenWith,
  MAX_BODY_BYTES,
  type ConnectionLimits,
} from '#server/http/connections.ts';
import { allowOneOrigin } from '#server/http/cors.ts';
import { eventRoutes } from '#server/http/events.ts';
import { sendError } from '#server/lib/error-answer.ts';
import { guardAgainstFloods } from '#server/http/floods.ts';
import { requireIdempotencyKeys } from '#server/http/idempotency.ts';
import { watch } from '#server/http/metrics.ts';
import { addNotFound } from '#server/http/not-found.ts';
import { warnOfProxies } from '#server/http/proxy-warnings.ts';
import { refuseWhenBusy } from '#server/http/overload.ts';
import { readJsonBodies } from '#server/http/request-bodies.ts';
import { logOptions, logRequests } from '#server/http/request-log.ts';
import { followCertificate } from '#server/http/renewed-certificate.ts';
import { addSecurityHeaders } from '#server/http/security-headers.ts';
import { addSessionGuard } from '#server/http/session.ts';
import { serveClient } from '#server/http/static-client.ts';

/**
 * Answers are compressed on the fly, where the highest quality would cost more time than it saves.
 */
const BROTLI_QUALITY = 4;

type AppOptions = Services & {
  /** The target of log lines; `false` for none. */
  log?: FastifyServerOptions['logger'];
  /** Other limits of connections than a server has; for tests. */
  limits?: ConnectionLimits;
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
  rescueRoutes,
  branchRoutes,
  exchangeRateRoutes,
  schoolInfoRoutes,
  exportRoutes,
  listImportRoutes,
  movingInRoutes,
  yearCloseRoutes,
  erasureRoutes,
  personalDataRoutes,
  studentListRoutes,
  parentListRoutes,
  staffAccountRoutes,
  teacherRoutes,
  teacherRateRoutes,
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
  continuingRoutes,
  continuingRepliesRoutes,
  classChangeRoutes,
  studentPageRoutes,
  pendingRoutes,
  overviewRoutes,
  figureRoutes,
  reportRoutes,
  savedViewRoutes,
  whatsNewRoutes,
  bookRoutes,
  backupRoutes,
  centreExportRoutes,
  booksHistoryRoutes,
  journalRoutes,
  settlementRoutes,
  assignTeacherRoutes,
  copyClassRoutes,
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
  moveComparisonRoutes,
  movePlanRoutes,
  familyAccountRoutes,
  dayRoutes,
  safeRoutes,
  transferRoutes,
  visitRoutes,
  deskRoutes,
  orderReadRoutes,
  orderRoutes,
  paymentRoutes,
  paperRoutes,
  discountRuleRoutes,
  verificationRoutes,
  refundRequestRoutes,
  deskNewsRoutes,
  statementRoutes,
  alertRoutes,
  announcementRoutes,
  findRoutes,
];

/** A number counts proxies from this server outwards. */
function trustedProxies(proxies: Config['trustProxy']): FastifyServerOptions['trustProxy'] & {} {
  return typeof proxies === 'number' ? (_address, hop) => hop < proxies : proxies;
}

function createServer({ config, log = logOptions, limits = connectionLimits }: AppOptions) {
  return Fastify({
    logger: log,
    logController: new LogController({ disableRequestLogging: true }),
    requestIdHeader: false,
    genReqId: () => randomUUID(),
    trustProxy: trustedProxies(config.trustProxy),
    bodyLimit: MAX_BODY_BYTES,
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
    serverFactory: listenWith(config.tls, limits),
  }).withTypeProvider<ZodTypeProvider>();
}

/** Builds the server; it does not listen yet. */
export async function buildApp(options: AppOptions): Promise<Api> {
  const { db, config, extraRoutes } = options;
  const app: Api = createServer(options);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.decorate('lapseOrder', (orderId: string) => lapseOrder(db, orderId));
  answerErrors(app, db);
  requireRules(app);
  logRequests(app);
  warnOfProxies(app, config);
  endSlowBodies(app, options.limits ?? connectionLimits);
  await watch(app, options);
  followCertificate(app, config);
  await addSecurityHeaders(app, config);
  if (config.clientOrigin !== undefined) allowOneOrigin(app, config.clientOrigin);
  await refuseWhenBusy(app, config);
  await app.register(compress, {
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
  });
  addNotFound(app, await serveClient(app, config.clientDir));
  readJsonBodies(app);
  addSessionGuard(app, db, await guardAgainstFloods(app, config));
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
