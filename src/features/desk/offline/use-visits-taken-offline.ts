import { visits } from '#contract/visit-answers.ts';
import type { DeviceDatabase } from '#src/offline/db.ts';
import { useOnDevice } from '#src/offline/use-on-device.ts';
import { TAKEN_OFFLINE } from '#src/offline/drafts/drafts.ts';

const count = (db: DeviceDatabase) =>
  db.drafts.filter(({ form, record }) => form === visits.path && record === TAKEN_OFFLINE).count();

/**
 * How many visits whose cash was taken offline wait on this device to be sent, of whomever: their
 * cash is in no drawer's sum yet.
 */
export const useVisitsTakenOffline = (): number => useOnDevice(count) ?? 0;
