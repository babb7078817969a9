import type { ParseKeys } from 'i18next';
import {
  BookOpen,
  CalendarDays,
  ClipboardPen,
  LayoutDashboard,
  Megaphone,
  Package,
  Settings,
  Users,
  Wallet,
  type LucideIcon,
} from 'lucide-react';
import type { Role } from '#contract/roles.ts';
import { cameFrom } from '#src/lib/came-from.ts';
import { paths, type Path } from '#src/lib/paths.ts';
import { admits, screenAt } from './access.ts';

export type MenuItem = { path: Path; title: ParseKeys<'shell'>; visibleTo: readonly Role[] };
export type MenuGroup = { title: ParseKeys<'shell'>; icon: LucideIcon; items: readonly MenuItem[] };

const office: readonly Role[] = ['admin', 'superadmin'];
const desk: readonly Role[] = ['admin', 'staff', 'superadmin'];
const money: readonly Role[] = ['admin', 'finance', 'superadmin'];

/**
 * The sidebar's groups and items, and the roles that see them (docs/interface.md, "The sidebar").
 */
export const menu: readonly MenuGroup[] = [
  {
    title: 'nav.dashboard',
    icon: LayoutDashboard,
    items: [{ path: paths.overview, title: 'nav.overview', visibleTo: office }],
  },
  {
    title: 'nav.register',
    icon: ClipboardPen,
    items: [
      { path: paths.newEnrollment, title: 'nav.newEnrollment', visibleTo: desk },
      { path: paths.transferClass, title: 'nav.transferClass', visibleTo: desk },
      { path: paths.manageEnrollment, title: 'nav.manageEnrollment', visibleTo: desk },
      { path: paths.orders, title: 'nav.orders', visibleTo: desk },
    ],
  },
  {
    title: 'nav.allocation',
    icon: CalendarDays,
    items: [
      { path: paths.classOverview, title: 'nav.classOverview', visibleTo: desk },
      { path: paths.allocateClasses, title: 'nav.allocateClasses', visibleTo: desk },
      { path: paths.allocateTeachers, title: 'nav.allocateTeachers', visibleTo: desk },
      { path: paths.allocateStudents, title: 'nav.allocateStudents', visibleTo: desk },
      { path: paths.terms, title: 'nav.terms', visibleTo: desk },
    ],
  },
  {
    title: 'nav.courseMgmt',
    icon: BookOpen,
    items: [
      { path: paths.courses, title: 'nav.courses', visibleTo: office },
      { path: paths.courseCategories, title: 'nav.courseCategories', visibleTo: office },
    ],
  },
  {
    title: 'nav.inventory',
    icon: Package,
    items: [
      { path: paths.productList, title: 'nav.productList', visibleTo: desk },
      { path: paths.productCategories, title: 'nav.productCategories', visibleTo: desk },
      { path: paths.stockTracking, title: 'nav.stockTracking', visibleTo: money },
    ],
  },
  {
    title: 'nav.billing',
    icon: Wallet,
    items: [
      { path: paths.pendingPayment, title: 'nav.pendingPayment', visibleTo: money },
      { path: paths.paymentHistory, title: 'nav.paymentHistory', visibleTo: money },
      { path: paths.exchangeRate, title: 'nav.exchangeRate', visibleTo: money },
    ],
  },
  {
    title: 'nav.users',
    icon: Users,
    items: [
      { path: paths.students, title: 'nav.students', visibleTo: desk },
      { path: paths.parents, title: 'nav.parents', visibleTo: office },
      { path: paths.teachers, title: 'nav.teachers', visibleTo: desk },
      { path: paths.staff, title: 'nav.staff', visibleTo: office },
    ],
  },
  {
    title: 'nav.internal',
    icon: Megaphone,
    items: [{ path: paths.announcements, title: 'nav.announcements', visibleTo: office }],
  },
  {
    title: 'nav.setting',
    icon: Settings,
    items: [
      { path: paths.schoolInfo, title: 'nav.schoolInfo', visibleTo: office },
      { path: paths.schoolBranch, title: 'nav.schoolBranch', visibleTo: ['superadmin'] },
    ],
  },
];

/** The sidebar for `role`, without empty groups. */
export function menuFor(role: string): readonly MenuGroup[] {
  const sees = ({ visibleTo }: MenuItem) => visibleTo.some((seer) => seer === role);
  return menu
    .map((group) => ({ ...group, items: group.items.filter(sees) }))
    .filter(({ items }) => items.length > 0);
}

/**
 * The roles that may open an item when its route refuses `role` although the sidebar shows it; none
 * if it opens. The tables of docs/interface.md, "Screens" and "The sidebar" differ for some items,
 * and both are kept.
 */
export function lockOf(item: MenuItem, role: string): readonly Role[] {
  const screen = screenAt(item.path);
  return screen && !admits(screen, role) ? screen.roles : [];
}

type Here = { pathname: string; search: string };

/**
 * The menu item of an address, including forms and details. A class belongs to the timetable, or to
 * the list of classes if it was opened there; not to the student or the queue that led to it.
 */
export function currentItem(location: Here): Path | undefined {
  const { pathname } = location;
  const isOfList =
    pathname === paths.classOverview && cameFrom(location)?.startsWith(paths.allocateClasses);
  const screen = screenAt(isOfList ? paths.allocateClasses : pathname);
  return screen?.under ?? screen?.path;
}

/** `aria-current` of a menu item: `page` on its own page, `true` on a form or record of it. */
export const placeMark = (item: Path, location: Here): 'page' | 'true' | undefined =>
  currentItem(location) !== item
    ? undefined
    : // A class has the address of the timetable, but is not the timetable.
      location.pathname === item && !location.search.includes('id=')
      ? 'page'
      : 'true';
