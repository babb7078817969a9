import type allocation from '#locales/allocation.json';
import type auth from '#locales/auth.json';
import type branches from '#locales/branches.json';
import type classOverview from '#locales/class-overview.json';
import type classPage from '#locales/class-page.json';
import type classes from '#locales/classes.json';
import type common from '#locales/common.json';
import type courses from '#locales/courses.json';
import type device from '#locales/device.json';
import type exchangeRates from '#locales/exchange-rates.json';
import type lock from '#locales/lock.json';
import type install from '#locales/install.json';
import type people from '#locales/people.json';
import type schoolInfo from '#locales/school-info.json';
import type shell from '#locales/shell.json';
import type tables from '#locales/tables.json';
import type staffAccounts from '#locales/staff-accounts.json';
import type teachers from '#locales/teachers.json';
import type terms from '#locales/terms.json';

declare module 'i18next' {
  // A key that the English files do not have does not compile.
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: {
      allocation: typeof allocation;
      auth: typeof auth;
      branches: typeof branches;
      'class-overview': typeof classOverview;
      'class-page': typeof classPage;
      classes: typeof classes;
      common: typeof common;
      courses: typeof courses;
      device: typeof device;
      'exchange-rates': typeof exchangeRates;
      lock: typeof lock;
      install: typeof install;
      people: typeof people;
      'school-info': typeof schoolInfo;
      shell: typeof shell;
      tables: typeof tables;
      teachers: typeof teachers;
      terms: typeof terms;
      'staff-accounts': typeof staffAccounts;
    };
  }
}
