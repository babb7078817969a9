import { controlSums } from '#contract/imports/move-comparison.ts';
import { ceilings } from '#contract/signatures.ts';
import { balanceAges, balanceFilters } from '#contract/orders/balance-ages.ts';
import { accountRowKinds } from '#contract/orders/family-account.ts';
import { branchPapers } from '#contract/centre/branches.ts';
import { minimumRules } from '#contract/desk/visit-prices.ts';
import {
  assessmentStatuses,
  assessmentTypes,
  classResults,
  scoreMarks,
} from '#contract/classes/assessments.ts';
import { attendanceStatuses, unmarkableReasons } from '#contract/classes/attendance.ts';
import { setupInput } from '#contract/centre/auth.ts';
import { secondFactorRules } from '#contract/centre/second-factor.ts';
import { deviceKinds } from '#contract/centre/sessions.ts';
import { classStatuses, deliveryModes, sessionStatuses } from '#contract/classes/classes.ts';
import { termStatuses } from '#contract/courses/academic-terms.ts';
import { categoryColours } from '#contract/courses/course-categories.ts';
import { dayStates } from '#contract/money/days.ts';
import { safeKinds } from '#contract/money/safe.ts';
import { discountKinds, discountedLines } from '#contract/desk/discounts.ts';
import { feeBases, prorations } from '#contract/courses/course-fees.ts';
import { foreignCurrencies } from '#contract/money/currencies.ts';
import { enrolmentStatuses, enrolmentTypes } from '#contract/classes/enrolments.ts';
import { entries } from '#contract/classes/enrolling.ts';
import { enrolmentChecks } from '#contract/classes/enrolments.ts';
import { exportFormats } from '#contract/reports/exports.ts';
import { foundKinds } from '#contract/reports/find.ts';
import { sheetQuestions } from '#contract/imports/sheet-questions.ts';
import { moveStates, movingRowStates, movingSheetKinds } from '#contract/imports/moving-in.ts';
import { paperSeries } from '#contract/reports/year-close.ts';
import { erasureStates, personKinds } from '#contract/people/personal-data.ts';
import { importKinds } from '#contract/imports/imports.ts';
import { lineKinds } from '#contract/orders/orders.ts';
import { journalAccounts } from '#contract/money/journal.ts';
import { languages } from '#contract/language.ts';
import { parentInput } from '#contract/people/parents.ts';
import { genders, relations } from '#contract/people/people.ts';
import { neededKinds } from '#contract/stock/products.ts';
import {
  comparisons,
  figureKeys,
  reportFigures,
  groupings,
  rowHeads,
} from '#contract/reports/report-words.ts';
import { alertKinds } from '#contract/centre/alerts.ts';
import {
  backupKinds,
  backupReasons,
  backupStates,
  secondCopies,
} from '#contract/centre/backups.ts';
import { centreExportStates, shownExportReasons } from '#contract/imports/centre-exports.ts';
import { firstSteps, overviewParts, queueKinds } from '#contract/reports/overview-parts.ts';
import { actionGroups } from '#contract/rights/action-groups.ts';
import { roles, ruleReasons } from '#contract/roles.ts';
import {
  actionKey,
  comparedRights,
  rightCells,
} from '#src/features/staff-accounts/rights/rights-columns.ts';
import { passkeyFailures, passkeyHindrances } from '#src/entities/second-factor/passkey.ts';
import { countStatuses } from '#contract/stock/stock-counts.ts';
import { manualMovementTypes, movementTypes } from '#contract/stock/stock-movements.ts';
import { notIncomingReasons, unreadReasons } from '#contract/money/statement-reading.ts';
import { statementFields } from '#contract/money/statements.ts';
import { stockTransferStatuses } from '#contract/stock/stock-transfers.ts';
import { transferSides } from '#contract/classes/transfer-preview.ts';
import {
  transferReasons,
  classTransferStatuses,
  transferTabs,
} from '#contract/classes/transfer-kinds.ts';
import { studentInput } from '#contract/people/students.ts';
import { sources, studentStatuses } from '#contract/people/student-words.ts';
import { teacherRateKinds } from '#contract/people/teacher-rate-kinds.ts';
import { employmentTypes, teacherInput, teacherStatuses } from '#contract/people/teachers.ts';
import { pendingViews } from '#contract/classes/pending.ts';
import { orderViews } from '#contract/orders/orders.ts';
import {
  drawerMovementKinds,
  paymentMethods,
  paymentStates,
  receiptKinds,
  tenderMethods,
  writtenPaidOutKinds,
} from '#contract/orders/payments.ts';
import { receiptDifferences } from '#contract/money/receipt-check.ts';
import { orderActs } from '#src/entities/order/order-path.ts';
import { leavingSettlements } from '#contract/orders/value-left.ts';
import { duePayments } from '#contract/orders/due-payments.ts';
import { undoReasons } from '#contract/orders/undo-reasons.ts';
import { newsKinds } from '#contract/money/verify.ts';
import { rejectReasons } from '#src/features/pending-payment/verify/slip-words.ts';
import { eventNames } from '#src/features/orders/page/order-events.ts';
import { neverOffline } from '#src/features/desk/offline/not-offline.ts';
import { targets } from '#src/entities/payment/tenders.ts';
import { refundWays } from '#contract/orders/refunds.ts';
import { queueGroups } from '#src/features/overview/queue/queue-groups.ts';
import { queueActions } from '#src/features/overview/queue/queue-path.ts';
import { everyday } from '#src/app/shell/find/everyday-words.ts';
import { historyViews } from '#src/features/payment-history/history-path.ts';
import { rateRanges } from '#src/features/exchange-rates/rate-range.ts';
import { stockViews } from '#src/features/stock/stock-path.ts';
import { newsItems } from '#src/features/overview/panels/news-items.ts';
import { reportList } from '#server/reading/reports/report-list.ts';
import { academicKeys } from './academic-keys.ts';
import { announcementKeys } from './announcement-keys.ts';

type ListModule = Record<string, { name: string; cache: string }>;

/**
 * Every list that a device holds a copy of: those of the contract and those that have a shape of
 * their own.
 */
export const keptLists = Object.values(
  import.meta.glob<ListModule>('/contract/*/*-list.ts', { eager: true }),
)
  .flatMap((module) => Object.values(module))
  .filter(({ cache }) => cache !== 'page')
  .map(({ name }) => name)
  .concat(
    'announcements-mine',
    'students-lookup',
    'class-sessions',
    'timetable',
    'stock-counts',
    'stock-transfers',
    'orders-lookup',
    'desk-lookup',
    'desk-classes',
    'desk-rules',
    'enrolments',
    'student-places',
    ...pendingViews.map((view) => `pending-${view}`),
    ...Object.keys(overviewParts).map((part) => `overview-${part}`),
  );

/** The columns of the tables of every report. */
const reportValues = Object.values(reportList).flatMap(({ figures, byName = [] }) =>
  [...figures, ...byName].flatMap(({ columns }) => columns.map(({ key }) => key)),
);

/**
 * Keys that are put together from a fixed start and a piece of data, with every end the data can
 * give them.
 */
export const BUILT_KEYS: { start: string; ends: readonly (string | number)[] }[] = [
  ...academicKeys,
  { start: 'secondFactorRules.', ends: secondFactorRules },
  { start: 'because.', ends: ruleReasons },
  { start: 'cell.', ends: rightCells },
  { start: 'of.', ends: comparedRights },
  { start: 'group.', ends: Object.keys(actionGroups) },
  { start: 'action.', ends: Object.values(actionGroups).flat().map(actionKey) },
  { start: 'passkey.why.', ends: passkeyHindrances },
  { start: 'passkey.', ends: passkeyFailures },
  { start: 'person.', ends: ['pin', 'password'] },
  { start: 'sessions.kinds.', ends: deviceKinds },
  { start: 'listsEnded.', ends: ['away', 'guesses'] },
  { start: 'ages.', ends: [...balanceFilters, 'all'] },
  {
    start: 'rows.',
    ends: accountRowKinds.filter((kind) => kind !== 'lines' && kind !== 'payment'),
  },
  { start: 'marks.', ends: ['void', 'lapsed'] },
  { start: 'payout.ways.', ends: ['cash', 'transfer'] },
  { start: 'kinds.', ends: queueKinds },
  { start: 'alerts.', ends: alertKinds },
  { start: 'first.', ends: firstSteps },
  { start: 'backups.kind.', ends: backupKinds },
  { start: 'backups.state.', ends: backupStates },
  { start: 'backups.reason.', ends: backupReasons.filter((reason) => reason !== '') },
  { start: 'backups.second.', ends: secondCopies.filter((copy) => copy !== 'none') },
  { start: 'state.', ends: centreExportStates },
  { start: 'reason.', ends: shownExportReasons.filter((reason) => reason !== '') },
  { start: 'acts.', ends: queueActions },
  {
    start: 'report.',
    ends: ['enrollmentReport', 'attendanceReports', 'academicReports', 'financialReports'],
  },
  { start: 'several.', ends: ['attendance', 'overdue', 'lowStock'] },
  { start: 'list.', ends: ['comfortable', 'compact'] },
  { start: 'role.', ends: roles },
  { start: 'groups.', ends: [...foundKinds, 'screen', 'do', 'help', ...Object.keys(queueGroups)] },
  { start: 'manual.', ends: ['clerk', 'finance', 'admin', 'owner'] },
  { start: 'everyday.', ends: everyday.map(({ key }) => key) },
  { start: 'help.', ends: ['find', 'search', 'save', 'confirm', 'rows', 'close', 'help'] },
  { start: 'news.', ends: newsItems },
  ...announcementKeys,
  { start: 'language.', ends: languages },
  { start: 'name.', ends: foreignCurrencies },
  { start: 'month.', ends: Array.from({ length: 12 }, (_month, index) => index + 1) },
  { start: 'setup.', ends: Object.keys(setupInput.shape) },
  { start: 'record.relations.', ends: relations },
  { start: 'call.', ends: relations },
  { start: 'lesson.', ends: attendanceStatuses },
  { start: 'orderStates.', ends: ['held', 'lapsed', 'void'] },
  { start: 'paymentStates.', ends: ['pending', 'rejected', 'void'] },
  { start: 'record.action.', ends: ['create', 'update', 'archive', 'restore', 'merge'] },
  {
    start: 'record.field.',
    ends: [studentInput, parentInput, teacherInput]
      .flatMap(({ shape }) => Object.keys(shape))
      .concat('reason', 'archived', 'mergedFrom', 'mergedInto'),
  },
  { start: 'record.consequence.', ends: ['ends', 'returns', 'again'] },
  { start: 'merge.side.', ends: ['kept', 'dropped', 'both'] },
  { start: 'merge.from.', ends: ['dropped', 'both'] },
  { start: 'alert.', ends: ['success', 'error', 'warning', 'info', 'other'] },
  { start: 'state.', ends: teacherStatuses },
  { start: 'employment.', ends: employmentTypes },
  { start: 'rates.kinds.', ends: teacherRateKinds },
  { start: 'paySheet.per.', ends: teacherRateKinds },
  { start: 'weekdays.', ends: [1, 2, 3, 4, 5, 6, 7] },
  { start: 'conflict.', ends: ['mine', 'theirs'] },
  { start: 'missing.', ends: ['attendance', 'noTeacher', 'noRoom', 'underMinimum'] },
  { start: 'view.', ends: ['week', 'rooms', 'list'] },
  { start: 'onDevice.', ends: keptLists },
  { start: 'minimum.', ends: minimumRules },
  { start: 'away.barred.', ends: neverOffline },
  { start: 'papers.', ends: branchPapers },
  { start: 'needed.', ends: neededKinds },
  { start: 'show.', ends: ['inUse', 'low', 'inactive'] },
  { start: 'scan.', ends: ['starting', 'reading', 'insecure', 'refused', 'missing', 'noReader'] },
  { start: 'views.', ends: stockViews },
  { start: 'hand.', ends: ['low', 'under', 'onTheWay'] },
  { start: 'byHand.', ends: manualMovementTypes },
  { start: 'movements.types.', ends: movementTypes },
  { start: 'counts.', ends: ['short', 'over'] },
  { start: 'compare.control.', ends: controlSums },
  { start: 'counts.statuses.', ends: countStatuses },
  { start: 'transfers.', ends: ['missing', 'damaged'] },
  { start: 'transfers.statuses.', ends: stockTransferStatuses },
  { start: 'transfers.steps.', ends: ['send', 'cancel', 'call-back'] },
  { start: 'transfers.ask.', ends: ['send', 'cancel', 'call-back'] },
  { start: 'transfers.means.', ends: ['send', 'cancel', 'call-back'] },
  { start: 'transfers.done.', ends: ['send', 'cancel', 'call-back', 'receive'] },
  { start: 'state.', ends: classStatuses },
  { start: 'step.', ends: classStatuses.filter((status) => status !== 'cancelled') },
  { start: 'stepText.', ends: classStatuses.filter((status) => status !== 'cancelled') },
  { start: 'kept.why.', ends: ['cancelled', 'substitute', 'moved'] },
  { start: 'delivery.', ends: deliveryModes },
  { start: 'days.', ends: [1, 2, 3, 4, 5, 6, 7] },
  { start: 'weekday.', ends: [1, 2, 3, 4, 5, 6, 7] },
  { start: 'rooms.', ends: ['name', 'capacity', 'equipment'] },
  { start: 'tabs.', ends: ['roster', 'sessions', 'attendance', 'scores'] },
  { start: 'head.statuses.', ends: classStatuses },
  { start: 'roster.statuses.', ends: enrolmentStatuses },
  { start: 'sessions.statuses.', ends: sessionStatuses },
  { start: 'sessions.', ends: ['change', 'restore', 'changeOf', 'restoreOf'] },
  { start: 'sessions.way.', ends: ['move', 'substitute', 'cancel'] },
  { start: 'sessions.do.', ends: ['move', 'substitute', 'cancel'] },
  { start: 'sessions.done.', ends: ['move', 'substitute', 'cancel', 'restore'] },
  { start: 'sessions.field.', ends: ['date', 'start', 'end'] },
  { start: 'attendance.statuses.', ends: attendanceStatuses },
  { start: 'scores.types.', ends: assessmentTypes },
  { start: 'scores.states.', ends: assessmentStatuses },
  { start: 'results.results.', ends: classResults },
  {
    start: 'results.heads.',
    ends: ['student', 'average', 'attendance', 'proposed', 'decided', 'next', 'comment'],
  },
  { start: 'attendance.unmarkable.', ends: unmarkableReasons },
  { start: 'step.', ends: ['open', 'running', 'closed', 'archived'] },
  { start: 'statuses.', ends: termStatuses },
  { start: 'colours.', ends: categoryColours },
  { start: 'bases.', ends: feeBases },
  { start: 'prorations.', ends: prorations },
  { start: 'states.', ends: ['now', 'future', 'ended', 'off', 'replaced'] },
  { start: 'export.', ends: exportFormats },
  { start: 'import.title.', ends: importKinds },
  { start: 'row.', ends: movingRowStates },
  { start: 'kind.', ends: movingSheetKinds },
  { start: 'series.', ends: paperSeries },
  { start: 'money.', ends: ['owedLAK', 'creditLAK', 'unearnedLAK'] },
  { start: 'state.', ends: moveStates },
  { start: 'links.', ends: ['rows', 'columns', 'questions'] },
  { start: 'undo.usedBy.', ends: ['book', 'nextCourse'] },
  { start: 'kinds.', ends: [...personKinds, 'erasure'] },
  { start: 'states.', ends: erasureStates },
  { start: 'import.leftOut.', ends: ['titleRow', 'heading', 'total', 'note'] },
  {
    start: 'import.question.',
    ends: [
      ...sheetQuestions.flatMap((about) => [`${about}.asked`, `${about}.told`]),
      'farRight',
      'buddhist',
      'western',
      'dayFirst',
      'monthFirst',
      'swapped',
      'asWritten',
      'phoneOfFamily',
      'phoneOfStudent',
      'namesOfOne',
      'namesOfSeveral',
    ],
  },
  { start: 'import.step.', ends: ['choose', 'check', 'run'] },
  { start: 'import.recent.states.', ends: moveStates },
  { start: 'genders.', ends: genders },
  { start: 'statuses.', ends: studentStatuses },
  { start: 'sources.', ends: sources },
  { start: 'storage.', ends: ['unknown', 'ok', 'full', 'unavailable'] },
  { start: 'version.', ends: ['checking', 'newest', 'found', 'failed'] },
  { start: 'offline.', ends: ['none', 'installing', 'failed', 'noLists', 'ready'] },
  { start: 'way.', ends: ['installed', 'prompt', 'share', 'menu', 'notSecure'] },
  { start: 'weekday.', ends: [1, 2, 3, 4, 5, 6, 7] },
  { start: 'check.', ends: enrolmentChecks },
  { start: 'plan.entry.', ends: entries },
  {
    start: 'roster.do.',
    ends: ['activate', 'renewHold', 'offer', 'suspend', 'resume', 'withdraw', 'complete', 'cancel'],
  },
  { start: 'method.', ends: paymentMethods },
  { start: 'changes.field.', ends: ['startDate', 'endDate', 'type', 'price', 'note'] },
  { start: 'scores.', ends: scoreMarks },
  { start: 'orders.states.', ends: ['held', 'lapsed', 'void'] },
  { start: 'acts.', ends: orderActs },
  { start: 'acts.done.', ends: orderActs },
  { start: 'ask.', ends: ['prolong', 'confirm'] },
  { start: 'means.', ends: ['prolong', 'confirm', ...leavingSettlements] },
  { start: 'settlement.', ends: leavingSettlements },
  { start: 'kinds.', ends: drawerMovementKinds },
  { start: 'paidOut.', ends: writtenPaidOutKinds },
  { start: 'beyond.', ends: ceilings },
  { start: 'saved.', ends: ['paidIn', 'paidOut'] },
  { start: 'ways.', ends: ['notes', 'sum'] },
  { start: 'adjust.', ends: ['lower', 'raise'] },
  { start: 'views.', ends: orderViews },
  { start: 'views.', ends: pendingViews },
  { start: 'views.', ends: historyViews },
  { start: 'states.', ends: paymentStates },
  { start: 'way.', ends: refundWays },
  { start: 'payback.', ends: ['payment', 'credit', 'paymentMeans', 'creditMeans'] },
  { start: 'refund.', ends: ['no', 'yes'] },
  { start: 'views.', ends: duePayments },
  { start: 'undo.why.', ends: undoReasons },
  { start: 'reject.reasons.', ends: rejectReasons },
  { start: 'statement.column.', ends: statementFields },
  { start: 'statement.count.', ends: ['in', 'notIncoming', 'unread'] },
  { start: 'statement.reason.', ends: [...notIncomingReasons, ...unreadReasons] },
  { start: 'keys.', ends: ['J', 'K', 'A', 'R', 'Q', 'Z'] },
  { start: 'refunds.ways.', ends: ['cash', 'transfer'] },
  { start: 'news.kinds.', ends: newsKinds },
  { start: 'states.', ends: dayStates },
  { start: 'ranges.', ends: rateRanges },
  { start: 'methods.', ends: tenderMethods },
  { start: 'act.', ends: ['closed', 'reopened'] },
  { start: 'safeKinds.', ends: safeKinds },
  { start: 'safeActs.', ends: ['toBank', 'toDrawer', 'count'] },
  { start: 'safeSaved.', ends: ['toBank', 'toDrawer'] },
  { start: 'empty.', ends: pendingViews },
  { start: 'emptyHint.', ends: pendingViews },
  { start: 'renew.per.', ends: ['month', 'session'] },
  { start: 'waiting.', ends: ['next', 'noSeat', 'after'] },
  { start: 'empty.', ends: orderViews },
  { start: 'sums.', ends: ['goodsLAK', 'totalLAK', 'paidLAK', 'pendingLAK'] },
  { start: 'payments.states.', ends: paymentStates },
  { start: 'payments.decided.', ends: ['confirmed', 'rejected'] },
  { start: 'papers.kinds.', ends: receiptKinds },
  { start: 'refunds.states.', ends: ['open', 'paid', 'intoCredit', 'refused'] },
  { start: 'receipt.differences.', ends: receiptDifferences },
  { start: 'timeline.', ends: eventNames },
  {
    start: 'pay.problems.',
    ends: [
      'changeOwedTooMuch',
      'creditTooMuch',
      'notWholeSteps',
      'payerNeeded',
      'rateMissing',
      'rowNotNeeded',
    ],
  },
  { start: 'target.', ends: targets },
  { start: 'tabs.', ends: transferTabs },
  { start: 'empty.', ends: transferTabs },
  { start: 'reasons.', ends: transferReasons },
  { start: 'status.', ends: classTransferStatuses },
  { start: 'side.', ends: transferSides },
  { start: 'steps.', ends: ['approve', 'refuse', 'cancel'] },
  { start: 'ask.', ends: ['refuse', 'cancel'] },
  { start: 'decided.', ends: ['approve', 'refuse', 'cancel'] },
  {
    start: 'history.',
    ends: ['asked', 'approvedFrom', 'approvedTo', 'done', 'refused', 'cancelled', 'expired'],
  },
  { start: 'target.', ends: ['priceMissing', 'rateMissing'] },
  { start: 'done.', ends: ['held', 'saved'] },
  { start: 'done.offline.', ends: ['aboveSurplus', 'inFuture', 'notSilent'] },
  { start: 'got.', ends: ['received', 'pending', 'credit'] },
  { start: 'gotIn.', ends: ['received', 'pending'] },
  { start: 'type.', ends: enrolmentTypes },
  { start: 'account.', ends: journalAccounts },
  { start: 'age.', ends: balanceAges },
  {
    start: 'bridge.',
    ends: [
      'owedLAK',
      'slipsLAK',
      'creditLAK',
      'onHoldsLAK',
      'openingLinesLAK',
      'openingPaymentsLAK',
      'betweenLAK',
    ],
  },
  { start: 'by.', ends: ['tender', 'day', 'drawer', 'cashier'] },
  { start: 'kind.', ends: lineKinds },
  {
    start: 'meaning.',
    ends: [
      'billed',
      'received',
      'earned',
      'owed',
      'toVerify',
      'unearned',
      'notYetEarned',
      'credit',
    ],
  },
  {
    start: 'tile.',
    ends: [
      'billed',
      'received',
      'earned',
      'owed',
      'toVerify',
      'unearned',
      'notYetEarned',
      'credit',
    ],
  },
  { start: 'money.', ends: ['cash', 'bank'] },
  { start: 'title.', ends: figureKeys },
  { start: 'meaning.', ends: Object.values(reportFigures).flat() },
  { start: 'value.', ends: reportValues },
  { start: 'by.', ends: [...groupings, ...rowHeads] },
  { start: 'compare.', ends: comparisons },
  { start: 'compare.on.', ends: comparisons.filter((one) => one !== 'none') },
  { start: 'views.', ends: ['saved', 'removed'] },
  { start: 'part.', ends: ['students', 'visits', 'classes', 'terms'] },
  {
    start: 'word.',
    ends: [
      ...sources,
      ...transferReasons,
      ...attendanceStatuses,
      ...enrolmentStatuses,
      ...classStatuses,
      ...paymentMethods,
      ...lineKinds,
      ...balanceAges,
      'bank',
      'settled',
      'morning',
      'afternoon',
      'evening',
      1,
      2,
      3,
      4,
      5,
      6,
      7,
    ],
  },
  { start: 'range.', ends: ['today', 'week', 'month', 'lastMonth'] },
  { start: '', ends: ['email', 'password'] },
  { start: 'void.', ends: ['back', 'never'] },
  { start: 'discount.kinds.', ends: discountKinds },
  { start: 'discount.onLines.', ends: discountedLines },
  { start: 'discount.misfit.', ends: ['otherLines', 'over', 'otherChild'] },
  {
    start: 'problem.',
    ends: [
      'rowNotNeeded',
      'notWholeSteps',
      'changeOwedTooMuch',
      'priceMissing',
      'rateMissing',
      'discountNotFitting',
      'approvalEnded',
      'approvalNeeded',
      'reductionTooLarge',
      'totalTooLarge',
      'debtChanged',
      'creditTooMuch',
      'payerNeeded',
      'nothingToHold',
      'minimumMissing',
      'instalmentsDiffer',
      'instalmentsTurned',
      'stock',
      'enrolment',
      'duplicate',
      'enrolmentChanged',
      'holdEnded',
      'changed',
      'other',
    ],
  },
];
