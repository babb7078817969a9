import * as schema from '#server/db/schema.ts';

const {
  academicTermTable,
  allocationTable,
  announcementTable,
  announcementReadTable,
  approvalTable,
  assessmentTable,
  attendanceTable,
  auditTable,
  bankAccountTable,
  ...others
} = schema;

/** The tables of `tables/`, in the order in which people ask about them. */
export const leavingTables = {
  school: others.schoolInfoTable,
  branches: others.branchTable,
  accounts: others.userTable,
  'account-grants': others.accountGrantTable,
  'permission-sets': others.permissionSetTable,
  students: others.studentTable,
  guardians: others.guardianTable,
  'courses-passed-before': others.coursePassedBeforeTable,
  parents: others.parentTable,
  teachers: others.teacherTable,
  'teacher-rates': others.teacherRateTable,
  rooms: others.roomTable,
  'course-categories': others.courseCategoryTable,
  courses: others.courseTable,
  'course-books': others.courseProductTable,
  'course-fees': others.courseFeeTable,
  'discount-rules': others.discountRuleTable,
  'exchange-rates': others.exchangeRateTable,
  terms: academicTermTable,
  'holiday-cancellations': others.holidayCancellationTable,
  classes: others.classTable,
  sessions: others.classSessionTable,
  enrolments: others.enrolmentTable,
  'enrolment-states': others.enrolmentStateTable,
  'transfer-requests': others.transferTable,
  'continuing-letters': others.continuingLetterTable,
  'continuing-replies': others.continuingReplyTable,
  attendance: attendanceTable,
  assessments: assessmentTable,
  scores: others.scoreTable,
  results: others.classResultTable,
  certificates: others.certificateTable,
  orders: others.orderTable,
  'order-lines': others.orderLineTable,
  instalments: others.instalmentTable,
  'refund-requests': others.refundRequestTable,
  payments: others.paymentTable,
  'payment-notes': others.paymentNoteTable,
  allocations: allocationTable,
  receipts: others.receiptTable,
  prints: others.printTable,
  books: others.bookTable,
  'number-series': others.numberSeriesTable,
  'number-gaps': others.numberGapTable,
  'opening-cash': others.openingCashTable,
  days: others.dayTable,
  approvals: approvalTable,
  'bank-accounts': bankAccountTable,
  'bank-statements': others.statementTable,
  'bank-statement-lines': others.statementLineTable,
  drawers: others.drawerTable,
  shifts: others.shiftTable,
  'drawer-movements': others.drawerMovementTable,
  'drawer-closings': others.closingTable,
  'offline-cash': others.offlineCashTable,
  'safe-movements': others.safeMovementTable,
  'branch-settlements': others.settlementTable,
  'journal-accounts': others.journalAccountTable,
  reminders: others.reminderTable,
  'product-categories': others.productCategoryTable,
  products: others.productTable,
  'stock-levels': others.stockLevelTable,
  'stock-movements': others.stockMovementTable,
  deliveries: others.deliveryTable,
  'delivery-lines': others.deliveryLineTable,
  'stock-counts': others.stockCountTable,
  'stock-count-lines': others.countLineTable,
  'stock-transfers': others.stockTransferTable,
  'stock-transfer-lines': others.transferLineTable,
  announcements: announcementTable,
  'announcement-reads': announcementReadTable,
  'announcement-files': others.announcementFileTable,
  files: others.fileTable,
  alerts: others.alertTable,
  'moved-money': others.movedMoneyTable,
  erasures: others.erasureTable,
  audit: auditTable,
} as const;

/**
 * Tables that stay: secrets and what a device knows, keys of repeated writes, working copies of
 * imports, sums that follow from other rows, and the copies of the centre itself.
 */
export const stayingTables: readonly object[] = [
  ...[others.sessionTable, others.signInAttemptTable, others.secondFactorTable],
  ...[others.recoveryCodeTable, others.rememberedDeviceTable, others.setupCodeTable],
  ...[others.passkeyTable, others.passkeyChallengeTable, others.accountPinTable],
  ...[others.rescueCodeTable, others.deviceTable, others.accountDeviceTable],
  ...[others.sessionGapTable, others.idempotencyTable, others.finishedStepTable],
  ...[others.moveTable, others.movingSheetTable, others.movingRowTable],
  ...[others.importWordTable, others.importCellWordTable, others.importKeyTable],
  others.enrolmentLeavingTable,
  ...[others.keptDayTable, others.keptPaymentSumsTable, others.savedViewTable],
  ...[others.backupTable, others.restoreTable],
  ...[others.centreExportTable, others.centreExportPartTable],
];

/** Columns that stay, in every table that has them. */
export const stayingColumns: ReadonlySet<string> = new Set([
  ...['passwordHash', 'draftKey', 'tokenHash', 'mustChangePassword'],
  ...['temporaryUntil', 'temporaryUsedAt', 'seenNews'],
  ...['secondFactorSince', 'secondFactorAllSince'],
  // Keys of repeated writes.
  ...['clientRef', 'clientKey', 'requestId'],
  // Texts that only the search reads, and contents that stand in `files/`.
  ...['search', 'nameKey', 'content', 'outsideSha256', 'onlyRow'],
]);

/** The content of a receipt is its paper, which its hash proves. */
export const leavesAll: ReadonlyMap<object, ReadonlySet<string>> = new Map<
  object,
  ReadonlySet<string>
>([
  [others.receiptTable, new Set(['content'])],
  [approvalTable, new Set(['content'])],
]);
