type Words = {
  allocation: typeof import('#locales/allocation.json');
  announcements: typeof import('#locales/announcements.json');
  approvals: typeof import('#locales/approvals.json');
  'academic-report': typeof import('#locales/academic-report.json');
  'audit-log': typeof import('#locales/audit-log.json');
  auth: typeof import('#locales/auth.json');
  balances: typeof import('#locales/balances.json');
  'family-account': typeof import('#locales/family-account.json');
  branches: typeof import('#locales/branches.json');
  'class-overview': typeof import('#locales/class-overview.json');
  'class-page': typeof import('#locales/class-page.json');
  'centre-export': typeof import('#locales/centre-export.json');
  classes: typeof import('#locales/classes.json');
  common: typeof import('#locales/common.json');
  courses: typeof import('#locales/courses.json');
  days: typeof import('#locales/days.json');
  desk: typeof import('#locales/desk.json');
  device: typeof import('#locales/device.json');
  drawer: typeof import('#locales/drawer.json');
  enrolment: typeof import('#locales/enrolment.json');
  'exchange-rates': typeof import('#locales/exchange-rates.json');
  find: typeof import('#locales/find.json');
  install: typeof import('#locales/install.json');
  leaving: typeof import('#locales/leaving.json');
  lock: typeof import('#locales/lock.json');
  'moving-in': typeof import('#locales/moving-in.json');
  mend: typeof import('#locales/mend.json');
  'money-reports': typeof import('#locales/money-reports.json');
  rights: typeof import('#locales/rights.json');
  'rights-page': typeof import('#locales/rights-page.json');
  'year-close': typeof import('#locales/year-close.json');
  'own-branch': typeof import('#locales/own-branch.json');
  message: typeof import('#locales/message.json');
  orders: typeof import('#locales/orders.json');
  overview: typeof import('#locales/overview.json');
  queue: typeof import('#locales/queue.json');
  pending: typeof import('#locales/pending.json');
  'payment-history': typeof import('#locales/payment-history.json');
  'pending-payment': typeof import('#locales/pending-payment.json');
  payment: typeof import('#locales/payment.json');
  people: typeof import('#locales/people.json');
  'personal-data': typeof import('#locales/personal-data.json');
  record: typeof import('#locales/record.json');
  products: typeof import('#locales/products.json');
  report: typeof import('#locales/report.json');
  reports: typeof import('#locales/reports.json');
  'school-info': typeof import('#locales/school-info.json');
  scanner: typeof import('#locales/scanner.json');
  shell: typeof import('#locales/shell.json');
  'staff-accounts': typeof import('#locales/staff-accounts.json');
  stock: typeof import('#locales/stock.json');
  tables: typeof import('#locales/tables.json');
  teachers: typeof import('#locales/teachers.json');
  terms: typeof import('#locales/terms.json');
  transfers: typeof import('#locales/transfers.json');
  'second-factor': typeof import('#locales/second-factor.json');
  'whats-new': typeof import('#locales/whats-new.json');
};

declare module 'i18next' {
  // A key that is not in the English files does not compile.
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: Words;
  }
}

export {};
