// What drizzle-kit reads to write migrations.
export { auditTable } from '#server/lib/audit.table.ts';
export { codeSeriesTable } from '#server/lib/code-series.table.ts';
export { idempotencyTable } from '#server/lib/idempotency.table.ts';
export { sessionTable } from '#server/modules/auth/sessions.table.ts';
export { signInAttemptTable } from '#server/modules/auth/sign-in-attempts.table.ts';
export { branchTable } from '#server/modules/branches/branches.table.ts';
export { exchangeRateTable } from '#server/modules/exchange-rates/exchange-rates.table.ts';
export { fileTable } from '#server/modules/files/files.table.ts';
export { guardianTable } from '#server/modules/students/guardians.table.ts';
export { importTable } from '#server/modules/imports/imports.table.ts';
export { parentTable } from '#server/modules/parents/parents.table.ts';
export { schoolInfoTable } from '#server/modules/school-info/school-info.table.ts';
export { setupCodeTable } from '#server/modules/setup/setup-codes.table.ts';
export { studentTable } from '#server/modules/students/students.table.ts';
export { teacherTable } from '#server/modules/teachers/teachers.table.ts';
export { userTable } from '#server/modules/users/users.table.ts';
