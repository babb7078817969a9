import type { QueueRow } from '#contract/reports/overview.ts';
import type { QueueKind } from '#contract/reports/overview-parts.ts';
import { can, type Grant } from '#contract/roles.ts';
import { DRAWER_VIEW } from '#src/entities/drawer/drawer-path.ts';
import { familyPath, orderPath } from '#src/entities/order/order-path.ts';
import { personalDataPath } from '#src/entities/person/personal-data-path.ts';
import { editPath, paths } from '#src/lib/paths.ts';
import { figurePath } from '#src/entities/report/report-paths.ts';
import { placePath, transferRequestPath } from '#src/entities/enrolment/place.ts';

/** The actions that the button of a row can have. */
export const queueActions = [
  'open',
  'take',
  'count',
  'close',
  'verify',
  'decide',
  'account',
  'assign',
  'restock',
  'enter',
  'see',
  'closeAlert',
] as const;
export type QueueAction = (typeof queueActions)[number];

/** The parameter of the address that opens the dialog of an alert. */
export const ALERT = 'alert';

const at = (path: string, query: Record<string, string>) =>
  `${path}?${new URLSearchParams(query).toString()}`;
const drawers = (grant: Grant) =>
  can(grant, 'days:read')
    ? at(paths.paymentHistory, { view: 'drawers' })
    : `${paths.newEnrollment}${DRAWER_VIEW}`;

type Way = { act: QueueAction; to: (row: QueueRow, grant: Grant) => string };

/** The action and the page for each kind of task. */
const ways: Record<QueueKind, Way> = {
  alert: { act: 'closeAlert', to: ({ _id }) => at(paths.overview, { [ALERT]: _id }) },
  backup: { act: 'open', to: () => `${paths.schoolInfo}#backups` },
  comparison: {
    act: 'open',
    to: ({ _id }) => at(paths.schoolInfo, { view: 'moving-in', id: _id, part: 'comparison' }),
  },
  erasure: { act: 'decide', to: () => personalDataPath() },
  hold: { act: 'open', to: ({ _id }) => orderPath(_id) },
  seat: { act: 'open', to: ({ _id }) => placePath(_id) },
  attendance: {
    act: 'take',
    to: ({ _id, toId }) =>
      at(paths.classOverview, { id: toId ?? '', tab: 'attendance', session: _id }),
  },
  shift: { act: 'count', to: (_row, grant) => drawers(grant) },
  shortDrawer: { act: 'open', to: (_row, grant) => drawers(grant) },
  day: { act: 'close', to: ({ _id }) => at(paths.paymentHistory, { view: 'days', id: _id }) },
  slips: { act: 'verify', to: () => at(paths.pendingPayment, { view: 'verify' }) },
  transfer: { act: 'decide', to: ({ _id }) => transferRequestPath(_id) },
  overdue: {
    act: 'account',
    to: ({ _id, toId }) => (toId === null ? orderPath(_id) : familyPath(toId)),
  },
  underMinimum: { act: 'open', to: ({ _id }) => editPath(paths.editStudentsToClass, _id) },
  noTeacher: { act: 'assign', to: () => paths.allocateTeachers },
  noRoom: { act: 'assign', to: ({ _id }) => editPath(paths.editClass, _id) },
  lowStock: {
    act: 'restock',
    to: ({ toId, branchId, n, of }) =>
      at(paths.stockTracking, {
        view: 'deliveries',
        id: 'new',
        product: toId ?? '',
        branch: branchId ?? '',
        quantity: String(Math.max(1, (of ?? 0) - (n ?? 0))),
      }),
  },
  stockTransfer: {
    act: 'open',
    to: ({ _id }) => at(paths.stockTracking, { view: 'transfers', id: _id }),
  },
  rates: { act: 'enter', to: () => paths.exchangeRate },
};

/** The figure that a reader opens if somebody else does the task. */
const read: Partial<Record<QueueKind, (row: QueueRow) => string>> = {
  day: ({ _id }) => figurePath('received', _id),
  slips: () => figurePath('toVerify'),
  overdue: () => figurePath('owed'),
};

/** The one button of a row: its action and its target. People who may not act open the figure. */
export function wayOf(row: QueueRow, grant: Grant): { act: QueueAction; to: string } {
  const reading = row.mayAct ? undefined : read[row.kind];
  if (reading) return { act: 'see', to: reading(row) };
  const { act, to } = ways[row.kind];
  return { act, to: to(row, grant) };
}

/** Links to the full list of each kind. */
const wholes: Partial<Record<QueueKind, string>> = {
  backup: `${paths.schoolInfo}#backups`,
  comparison: `${paths.schoolInfo}?view=moving-in`,
  erasure: personalDataPath(),
  hold: paths.manageEnrollment,
  seat: paths.manageEnrollment,
  attendance: paths.classOverview,
  transfer: paths.transferClass,
  overdue: paths.pendingPayment,
  underMinimum: paths.classOverview,
  noTeacher: paths.allocateTeachers,
  noRoom: paths.allocateClasses,
  lowStock: paths.stockTracking,
  stockTransfer: `${paths.stockTracking}?view=transfers`,
};
export const wholePath = (kind: QueueKind): string => wholes[kind] ?? paths.overview;
