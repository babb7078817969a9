import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { roles, type Role } from '#contract/roles.ts';
import { placesFor } from '#src/app/routing/bar-places.ts';
import { currentItem, lockOf, menu, menuFor } from '#src/app/routing/menu.ts';
import { admits, screenAt } from '#src/app/routing/access.ts';
import { noteVisit } from '#src/lib/came-from.ts';
import { paths } from '#src/lib/paths.ts';

const words = JSON.parse(readFileSync('public/locales/en/shell.json', 'utf8')) as {
  nav: Record<string, string>;
  bar: Record<string, string>;
};
const inEnglish = (title: string) => words.nav[title.replace('nav.', '')];

// Groups and items of docs/interface.md, "The sidebar", and the roles that see them.
const specified: [group: string, item: string, seen: Role[]][] = [
  ['Dashboard', 'Overview', ['admin', 'superadmin']],
  ['Register & Enrollment', 'New Enrollment & Purchase', ['admin', 'staff', 'superadmin']],
  ['Register & Enrollment', 'Class Transfer Request', ['admin', 'staff', 'superadmin']],
  ['Register & Enrollment', 'Pending Enrollment', ['admin', 'staff', 'superadmin']],
  ['Register & Enrollment', 'Pending Orders Transaction', ['admin', 'staff', 'superadmin']],
  ['Class & Allocation Management', 'Class Overview', ['admin', 'staff', 'superadmin']],
  ['Class & Allocation Management', 'Allocate Classes', ['admin', 'staff', 'superadmin']],
  ['Class & Allocation Management', 'Allocate Teachers', ['admin', 'staff', 'superadmin']],
  ['Class & Allocation Management', 'Allocate Students', ['admin', 'staff', 'superadmin']],
  ['Class & Allocation Management', 'Academic Terms', ['admin', 'staff', 'superadmin']],
  ['Course Management', 'All Courses', ['admin', 'superadmin']],
  ['Course Management', 'Course Categories', ['admin', 'superadmin']],
  ['Inventory Management', 'Product List', ['admin', 'superadmin', 'staff']],
  ['Inventory Management', 'Product Categories', ['admin', 'superadmin', 'staff']],
  ['Inventory Management', 'Stock Tracking', ['admin', 'superadmin', 'finance']],
  ['Billing & Finance', 'Pending Payment', ['admin', 'finance', 'superadmin']],
  ['Billing & Finance', 'Payment History', ['admin', 'finance', 'superadmin']],
  ['Billing & Finance', 'Exchange Rate', ['admin', 'finance', 'superadmin']],
  ['User Management', 'Student Profiles', ['admin', 'superadmin', 'staff']],
  ['User Management', 'Parent Profiles', ['admin', 'superadmin']],
  ['User Management', 'Teacher Profiles', ['admin', 'superadmin', 'staff']],
  ['User Management', 'Admin & Staff Account', ['admin', 'superadmin']],
  ['Internal Communication', 'Announcements', ['admin', 'superadmin']],
  ['Setting', 'School info', ['admin', 'superadmin']],
  ['Setting', 'School Branch', ['superadmin']],
];

const shownTo = (role: string) =>
  menuFor(role).flatMap(({ title, items }) =>
    items.map((item) => `${inEnglish(title)}: ${inEnglish(item.title)}`),
  );

describe('sidebar', () => {
  it.each(roles)('shows %s exactly the documented items, in their order', (role) => {
    const expected = specified
      .filter(([, , seen]) => seen.includes(role))
      .map(([group, item]) => `${group}: ${item}`);
    expect(shownTo(role)).toEqual(expected);
  });

  it('shows nothing to a role it does not know', () => {
    expect(shownTo('gardener')).toEqual([]);
  });

  it('leads only to screens that exist', () => {
    expect(menu.flatMap(({ items }) => items).filter(({ path }) => !screenAt(path))).toEqual([]);
  });
});

describe('locks', () => {
  const locked = (role: string) =>
    menuFor(role)
      .flatMap(({ items }) => items)
      .map((item) => [inEnglish(item.title), lockOf(item, role)] as const)
      .filter(([, lock]) => lock.length > 0);

  it('stand on the five items that an admin sees but may not open, with the role they are for', () => {
    expect(locked('admin')).toEqual([
      ['Pending Payment', ['finance']],
      ['Payment History', ['finance']],
      ['Student Profiles', ['staff']],
      ['Teacher Profiles', ['staff']],
      ['Admin & Staff Account', ['superadmin']],
    ]);
  });

  it.each(['superadmin', 'staff', 'finance'])('stand nowhere for %s', (role) => {
    expect(locked(role)).toEqual([]);
  });
});

describe('bottom bar of a phone', () => {
  const inBar = (role: string) =>
    placesFor(role).map(({ word }) => words.bar[word.replace('bar.', '')]);

  it.each([
    ['admin', ['Today', 'Week', 'Orders']],
    ['staff', ['Desk', 'Students', 'Week']],
    ['finance', ['Slips', 'Payments', 'Rates']],
    ['superadmin', ['Today', 'Students', 'Week']],
    ['gardener', []],
  ])('has the places of %s, its home first', (role, expected) => {
    expect(inBar(role)).toEqual(expected);
  });

  it.each(roles)('leads %s to no page that refuses', (role) => {
    const refused = placesFor(role).filter(({ path }) => {
      const screen = screenAt(path);
      return !screen || !admits(screen, role);
    });
    expect(refused).toEqual([]);
  });
});

it('counts a form to the item of its list', () => {
  const itemAt = (pathname: string, search = '') => currentItem({ pathname, search });
  expect(itemAt(paths.addBranch)).toBe(paths.schoolBranch);
  expect(itemAt(paths.editRate, '?id=1')).toBe(paths.exchangeRate);
  expect(itemAt(paths.schoolInfo)).toBe(paths.schoolInfo);
  expect(itemAt('/nowhere')).toBeUndefined();
});

it('counts a class to the timetable, or to the list of classes that it was opened from', () => {
  const place = { pathname: paths.classOverview, search: '?id=1' };
  expect(currentItem(place)).toBe(paths.classOverview);
  for (const pathname of [paths.overview, paths.editStudent]) {
    noteVisit({ pathname, search: '?id=5' }, false);
    noteVisit(place, false);
    expect(currentItem(place)).toBe(paths.classOverview);
  }
  noteVisit({ pathname: paths.allocateClasses, search: '?status=open' }, false);
  noteVisit(place, false);
  expect(currentItem(place)).toBe(paths.allocateClasses);
  expect(currentItem({ ...place, search: '' })).toBe(paths.classOverview);
});
