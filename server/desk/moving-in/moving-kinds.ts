import { movingSheetKinds, type MovingSheetKind } from '#contract/imports/moving-in.ts';
import { accountKind } from '#server/desk/moving-in/kinds/accounts.kind.ts';
import { balanceKind } from '#server/desk/moving-in/kinds/balances.kind.ts';
import { classKind } from '#server/desk/moving-in/kinds/classes.kind.ts';
import { courseKind } from '#server/desk/moving-in/kinds/courses.kind.ts';
import { drawerKind } from '#server/desk/moving-in/kinds/drawers.kind.ts';
import { feeKind } from '#server/desk/moving-in/kinds/fees.kind.ts';
import { enrolmentKind } from '#server/desk/moving-in/kinds/enrolments.kind.ts';
import { numberKind } from '#server/desk/moving-in/kinds/numbers.kind.ts';
import { termKind } from '#server/desk/moving-in/kinds/terms.kind.ts';
import { totalKind } from '#server/desk/moving-in/kinds/totals.kind.ts';
import type { MovingKind } from '#server/desk/moving-in/kinds/moving-kind.ts';
import { branchKind, roomKind } from '#server/desk/moving-in/kinds/places.kind.ts';
import { productKind } from '#server/desk/moving-in/kinds/products.kind.ts';
import { rateKind } from '#server/desk/moving-in/kinds/rates.kind.ts';
import { studentKind } from '#server/desk/moving-in/kinds/students.kind.ts';
import { teacherKind } from '#server/desk/moving-in/kinds/teachers.kind.ts';

/** How each kind of sheet is checked, written and taken back. */
export const kindsOfSheets: Record<MovingSheetKind, MovingKind> = {
  branches: branchKind,
  numbers: numberKind,
  rates: rateKind,
  rooms: roomKind,
  products: productKind,
  courses: courseKind,
  teachers: teacherKind,
  accounts: accountKind,
  terms: termKind,
  fees: feeKind,
  classes: classKind,
  drawers: drawerKind,
  students: studentKind,
  enrolments: enrolmentKind,
  balances: balanceKind,
  totals: totalKind,
};

/** The place of a kind among all: a row names records of the kinds before it. */
export const sheetOrder = (kind: MovingSheetKind | null): number =>
  kind === null ? movingSheetKinds.length : movingSheetKinds.indexOf(kind);
