import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ATTENDANCE_LOCK_DAYS, type Registers } from '#contract/classes/attendance.ts';
import {
  attendanceOf,
  classOf,
  OF_CLASSES,
  copiedSessions,
} from '#src/entities/class/class-copies.ts';
import { afterFirstScreen } from '#src/lib/browser/first-screen.ts';
import { api } from '#src/lib/request/api.ts';
import { sessionEpoch } from '#src/lib/session/session.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { keepCopies, type ListCopy } from '#src/offline/lists/list-copies.ts';
import styles from './class-overview.module.css';

const FETCHED_EVERY_MS = 10 * 60_000;
/** A locked register is useless in a room without network. */
const KEPT_MS = (ATTENDANCE_LOCK_DAYS + 1) * 24 * 60 * 60 * 1000;

/** The parts of the registers, under the names that the class page looks for. */
function copiesOf(
  { classes, sessions, registers }: Registers,
  fetchedAt: number,
): Map<string, ListCopy> {
  const copy = (rows: unknown[]): ListCopy => ({ rows, fetchedAt });
  return new Map([
    ...classes.map((one) => [classOf(one._id).name, copy([one])] as const),
    ...classes.map(
      ({ _id }) =>
        [
          copiedSessions(_id).name,
          copy(sessions.filter(({ classId }) => classId === _id)),
        ] as const,
    ),
    ...registers.map((one) => [attendanceOf(one._id).name, copy([one])] as const),
  ]);
}

/**
 * Fetches the registers and stores them on the device, unless the session ends meanwhile. Returns
 * their number.
 */
async function keepRegisters(branchId: string, signal: AbortSignal): Promise<number> {
  const [epoch, fetchedAt] = [sessionEpoch(), Date.now()];
  const answer = await api.get<Registers>('/attendance/registers', {
    query: { branchId },
    signal,
    quiet: true,
  });
  if (epoch === sessionEpoch())
    await keepCopies(copiesOf(answer, fetchedAt), {
      family: OF_CLASSES,
      since: fetchedAt - KEPT_MS,
    });
  return answer.registers.length;
}

/**
 * Stores the open registers of the branch, so that attendance can be taken in any class without
 * network, and says so.
 */
export function KeptRegisters({ branchId }: { branchId: string }) {
  const { t } = useTranslation('class-overview');
  const mayTake = useCan('attendance:write');
  const { data = 0 } = useQuery({
    queryKey: ['attendance', 'registers', branchId],
    queryFn: async ({ signal }) => {
      // The week matters more on a slow connection.
      await afterFirstScreen();
      return keepRegisters(branchId, signal);
    },
    enabled: mayTake,
    staleTime: FETCHED_EVERY_MS,
    retry: false,
  });
  return (
    data > 0 && (
      <p className={styles.kept}>{t('registersKept', { count: data, n: formatNumber(data) })}</p>
    )
  );
}
