import * as z from 'zod/mini';
import { id, text } from '#contract/fields.ts';

/**
 * The kinds of alerts. An alert tells the superadmins of an act that one person alone could misuse;
 * it stands in their queue until one of them closes it with a note. docs/money.md, "Alerts".
 */
export const alertKinds = [
  /** The first rate of a currency. */
  'firstRate',
  /** A rate far from the last one. */
  'rateOutsideBand',
  /** Money taken out of a drawer above the limit of a person and day. */
  'paidOutAboveLimit',
  /** Cash that is said to be taken offline, beyond the surplus of the count or in no gap. */
  'offlineCash',
  /** Change given offline that the drawer should not have held. */
  'drawerTooLittle',
  /** A posting that was refused because of the server's clock. */
  'clockWrong',
  /** An account that was opened with a code from the server's console. */
  'accountRescued',
  /** A superadmin or finance who signed in on a device for the first time. */
  'newDevice',
  /** A superadmin who took the second factor of another account off. */
  'secondFactorRemoved',
  /** An account that exported everybody of a branch. */
  'everybodyExported',
  /** Ten failed sign-ins of an account within 15 minutes, or thirty within a day. */
  'accountFailures',
  /** Thirty failed sign-ins from an address, or a network with IPv6, within 15 minutes. */
  'addressFailures',
  /** A sign-in with a temporary password. */
  'temporaryPasswordUsed',
  /** A recovery code that was used in place of the app. */
  'recoveryCodeUsed',
  /** An account that was made, or raised to, admin, finance or superadmin. */
  'accountRaised',
  /** A person who has undone or voided more than three times on one day. */
  'manyReversals',
  /** A visit that was undone after its receipt was printed. */
  'undoneAfterPrint',
  /** A closed day that was opened again. */
  'dayReopened',
  /** The check of the books found differences. */
  'booksDiffer',
  /** Another limit above which an act is an alert. */
  'limitChanged',
  /** Second factors that the server cannot open, or not set up, because its key is missing. */
  'secretsKeyLost',
] as const;
export type AlertKind = (typeof alertKinds)[number];

export const alerts = { path: '/alerts', write: 'alerts:write' } as const;

/** POST `/alerts/{id}/close`. */
export const closeAlertInput = z.object({ note: text(500) });
export type CloseAlertInput = z.output<typeof closeAlertInput>;

/** The closed alert. `isOwn` is true if the only superadmin closed an alert about their own act. */
export const closedAlert = z.object({ _id: id, isOwn: z.boolean() });
export type ClosedAlert = z.output<typeof closedAlert>;
