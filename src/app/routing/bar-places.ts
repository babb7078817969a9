import type { ParseKeys } from 'i18next';
import {
  ArrowRightLeft,
  CalendarDays,
  ClipboardPen,
  FileCheck,
  LayoutDashboard,
  ReceiptText,
  Users,
  Wallet,
  type LucideIcon,
} from 'lucide-react';
import { homePath, paths, type Path } from '#src/lib/paths.ts';
import { lockOf, menuFor } from './menu.ts';

export type BarPlace = { path: Path; word: ParseKeys<'shell'>; icon: LucideIcon };

const MOST_PLACES = 3;

/** The places after a person's home, the most wanted first. */
const wanted: readonly BarPlace[] = [
  { path: paths.students, word: 'bar.students', icon: Users },
  { path: paths.classOverview, word: 'bar.week', icon: CalendarDays },
  { path: paths.orders, word: 'bar.orders', icon: ReceiptText },
  { path: paths.paymentHistory, word: 'bar.payments', icon: Wallet },
  { path: paths.exchangeRate, word: 'bar.rates', icon: ArrowRightLeft },
];

const homes: readonly BarPlace[] = [
  { path: paths.overview, word: 'bar.today', icon: LayoutDashboard },
  { path: paths.newEnrollment, word: 'bar.desk', icon: ClipboardPen },
  { path: paths.pendingPayment, word: 'bar.slips', icon: FileCheck },
];

/**
 * The places in the bottom bar of a phone for `role`: its home, then what its menu shows and the
 * guard admits.
 */
export function placesFor(role: string): readonly BarPlace[] {
  const open = new Set(
    menuFor(role)
      .flatMap(({ items }) => items)
      .filter((item) => lockOf(item, role).length === 0)
      .map(({ path }) => path),
  );
  const home = homePath(role);
  return [...homes.filter(({ path }) => path === home), ...wanted]
    .filter(({ path }) => open.has(path))
    .slice(0, MOST_PLACES);
}
