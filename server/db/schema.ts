// The tables that drizzle-kit compares with the last migration. A new table is added here.
export { auditTable } from '#server/db/tables/log/audit.table.ts';
export { numberSeriesTable } from '#server/db/tables/log/number-series.table.ts';
export { idempotencyTable } from '#server/db/tables/log/idempotency.table.ts';
export { accountGrantTable } from '#server/db/tables/centre/account-grants.table.ts';
export { permissionSetTable } from '#server/db/tables/centre/permission-sets.table.ts';
export { accountPinTable } from '#server/db/tables/centre/account-pins.table.ts';
export { alertTable } from '#server/db/tables/centre/alerts.table.ts';
export {
  accountDeviceTable,
  deviceTable,
  sessionGapTable,
} from '#server/db/tables/centre/devices.table.ts';
export { sessionTable } from '#server/db/tables/centre/sessions.table.ts';
export { signInAttemptTable } from '#server/db/tables/centre/sign-in-attempts.table.ts';
export { branchTable } from '#server/db/tables/centre/branches.table.ts';
export { exchangeRateTable } from '#server/db/tables/catalogue/exchange-rates.table.ts';
export { fileTable } from '#server/db/tables/centre/files.table.ts';
export { guardianTable } from '#server/db/tables/people/guardians.table.ts';
export { parentTable } from '#server/db/tables/people/parents.table.ts';
export { schoolInfoTable } from '#server/db/tables/centre/school-info.table.ts';
export { rescueCodeTable } from '#server/db/tables/start/rescue-codes.table.ts';
export { finishedStepTable } from '#server/db/tables/start/finished-steps.table.ts';
export { setupCodeTable } from '#server/db/tables/start/setup-codes.table.ts';
export { studentTable } from '#server/db/tables/people/students.table.ts';
export { teacherTable } from '#server/db/tables/people/teachers.table.ts';
export { teacherRateTable } from '#server/db/tables/people/teacher-rates.table.ts';
export { userTable } from '#server/db/tables/centre/users.table.ts';
export { academicTermTable } from '#server/db/tables/academic/academic-terms.table.ts';
export { holidayCancellationTable } from '#server/db/tables/academic/holiday-cancellations.table.ts';
export {
  assessmentTable,
  classResultTable,
  scoreTable,
} from '#server/db/tables/academic/assessments.table.ts';
export { certificateTable } from '#server/db/tables/academic/certificates.table.ts';
export { attendanceTable } from '#server/db/tables/academic/attendance.table.ts';
export { classTable, classSessionTable } from '#server/db/tables/academic/classes.table.ts';
export { courseCategoryTable } from '#server/db/tables/catalogue/course-categories.table.ts';
export { courseFeeTable } from '#server/db/tables/catalogue/course-fees.table.ts';
export { coursePassedBeforeTable } from '#server/db/tables/academic/courses-passed-before.table.ts';
export { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
export { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
export { enrolmentLeavingTable } from '#server/db/tables/academic/enrolment-leavings.table.ts';
export { roomTable } from '#server/db/tables/catalogue/rooms.table.ts';
export { productCategoryTable } from '#server/db/tables/catalogue/product-categories.table.ts';
export { courseProductTable, productTable } from '#server/db/tables/catalogue/products.table.ts';
export { stockLevelTable, stockMovementTable } from '#server/db/tables/ledger/stock.table.ts';
export { deliveryLineTable, deliveryTable } from '#server/db/tables/ledger/deliveries.table.ts';
export { countLineTable, stockCountTable } from '#server/db/tables/ledger/stock-counts.table.ts';
export {
  stockTransferTable,
  transferLineTable,
} from '#server/db/tables/ledger/stock-transfers.table.ts';
export { transferTable } from '#server/db/tables/desk/transfers.table.ts';
export {
  approvalTable,
  bookTable,
  dayTable,
  numberGapTable,
  printTable,
  receiptTable,
} from '#server/db/tables/ledger/books.table.ts';
export { keptDayTable } from '#server/db/tables/ledger/kept-days.table.ts';
export { keptPaymentSumsTable } from '#server/db/tables/ledger/kept-payment-sums.table.ts';
export { drawerTable, shiftTable } from '#server/db/tables/ledger/drawers.table.ts';
export {
  closingTable,
  drawerMovementTable,
} from '#server/db/tables/ledger/drawer-movements.table.ts';
export { offlineCashTable } from '#server/db/tables/ledger/offline-cash.table.ts';
export { openingCashTable } from '#server/db/tables/ledger/opening-cash.table.ts';
export { safeMovementTable } from '#server/db/tables/ledger/safe.table.ts';
export { discountRuleTable } from '#server/db/tables/ledger/discount-rules.table.ts';
export {
  instalmentTable,
  orderLineTable,
  orderTable,
  refundRequestTable,
} from '#server/db/tables/ledger/orders.table.ts';
export {
  allocationTable,
  bankAccountTable,
  paymentTable,
} from '#server/db/tables/ledger/payments.table.ts';
export { enrolmentStateTable } from '#server/db/tables/academic/enrolment-states.table.ts';
export { reminderTable } from '#server/db/tables/reading/reminders.table.ts';
export {
  paymentNoteTable,
  statementLineTable,
  statementTable,
} from '#server/db/tables/ledger/verification.table.ts';
export { settlementTable } from '#server/db/tables/ledger/settlements.table.ts';
export { journalAccountTable } from '#server/db/tables/reading/journal-accounts.table.ts';
export {
  announcementFileTable,
  announcementReadTable,
  announcementTable,
} from '#server/db/tables/centre/announcements.table.ts';
export { savedViewTable } from '#server/db/tables/centre/saved-views.table.ts';
export { backupTable } from '#server/db/tables/safekeeping/backups.table.ts';
export {
  centreExportPartTable,
  centreExportTable,
} from '#server/db/tables/safekeeping/centre-exports.table.ts';
export { restoreTable } from '#server/db/tables/safekeeping/restores.table.ts';
export {
  recoveryCodeTable,
  rememberedDeviceTable,
  secondFactorTable,
} from '#server/db/tables/centre/second-factors.table.ts';
export { passkeyChallengeTable, passkeyTable } from '#server/db/tables/centre/passkeys.table.ts';
export {
  continuingLetterTable,
  continuingReplyTable,
} from '#server/db/tables/desk/continuing.table.ts';
export {
  importCellWordTable,
  importKeyTable,
  importWordTable,
  movedMoneyTable,
  movingRowTable,
  movingSheetTable,
  moveTable,
} from '#server/db/tables/desk/moving-in.table.ts';
export { erasureTable } from '#server/db/tables/desk/erasures.table.ts';
