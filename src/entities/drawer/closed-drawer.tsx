import { CircleCheck, Printer, TriangleAlert } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { priceCurrencies } from '#contract/money/currencies.ts';
import type { ShiftRecord } from '#contract/money/drawers.ts';
import { Button } from '#src/components/kit/button.tsx';
import { formatDateTime } from '#src/lib/text/format.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { useStore } from '#src/lib/store.ts';
import { DifferenceMark } from './difference-mark.tsx';
import { hasMoney, minus, noMoney, rowsOfExpected } from './drawer-sums.ts';
import { ExpectedTable, CurrencySumCells } from './sums-table.tsx';
import { usePrintClosing } from './use-print-closing.ts';
import styles from './drawer-parts.module.css';

const ClosingPaper = lazy(async () => ({
  default: (await import('./closing-paper.tsx')).ClosingPaper,
}));
const AcceptDialog = lazy(async () => ({
  default: (await import('./accept-dialog.tsx')).AcceptDialog,
}));

/** The counted amounts beside the expected ones. */
function Outcome({ shift }: { shift: ShiftRecord }) {
  const { t } = useTranslation('drawer');
  const [counted, left] = [shift.counts ?? noMoney, shift.closing?.left ?? noMoney];
  return (
    <table className={styles.table} data-sums>
      <tbody>
        <tr>
          <th scope="row">{t('counted')}</th>
          <CurrencySumCells sums={counted} />
        </tr>
        <tr>
          <th scope="row">{t('difference')}</th>
          {priceCurrencies.map((currency) => (
            <td key={currency} data-end>
              <DifferenceMark
                amount={shift.difference?.[currency] ?? 0}
                currency={currency}
                isAbove={shift.toBeAccepted}
              />
            </td>
          ))}
        </tr>
        {shift.openingDifference && hasMoney(shift.openingDifference) && (
          <tr>
            <th scope="row">{t('openingDifference')}</th>
            <CurrencySumCells sums={shift.openingDifference} />
          </tr>
        )}
        <tr>
          <th scope="row">{t('stays')}</th>
          <CurrencySumCells sums={left} />
        </tr>
        <tr>
          <th scope="row">
            {t('toSafe')}
            {shift.closing && shift.closing.safeReceivedBy !== '' && (
              <small>{t('safeBy', { name: shift.closing.safeReceivedBy })}</small>
            )}
          </th>
          <CurrencySumCells sums={minus(counted, left)} />
        </tr>
      </tbody>
    </table>
  );
}

/** Tells if the difference of a closing still waits for a second person, or who accepted it. */
function Acceptance({ shift, onAccept }: { shift: ShiftRecord; onAccept: () => void }) {
  const { t } = useTranslation('drawer');
  const { closing, toBeAccepted } = shift;
  if (toBeAccepted)
    return (
      <div className={styles.note} data-tone="bad">
        <TriangleAlert aria-hidden size={18} />
        <p>{t('toBeAccepted')}</p>
        <Button onClick={onAccept}>{t('acceptDifference')}</Button>
      </div>
    );
  if (!closing?.acceptedBy) return null;
  return (
    <p className={styles.note} data-tone="good">
      <CircleCheck aria-hidden size={18} />{' '}
      {t('acceptedBy', {
        name: closing.acceptedBy,
        at: formatDateTime(closing.acceptedAt ?? shift.openedAt),
      })}
    </p>
  );
}

/** The last closing of a drawer, with its expected sums, its count and its paper. */
export function ClosedDrawer({ shift }: { shift: ShiftRecord }) {
  const { t } = useTranslation('drawer');
  const printing = usePrintClosing(shift.paper?.closingId);
  const [isAccepting, setAccepting] = useState(false);
  const mayAccept = useCan('drawers:accept');
  const name = useStore(
    ({ user }) => `${user.userData?.firstName ?? ''} ${user.userData?.lastName ?? ''}`,
  );
  return (
    <section className={styles.panel} aria-labelledby="drawer-closing">
      <header>
        <h2 id="drawer-closing">
          {t('lastClosing')}{' '}
          <span>
            {t('closedBy', {
              at: formatDateTime(shift.closedAt ?? shift.openedAt),
              name: shift.closedBy ?? '',
            })}
          </span>
        </h2>
        <Button icon={Printer} disabled={printing.isBusy} onClick={() => void printing.print()}>
          {t('printClosing')}
        </Button>
      </header>
      {printing.failure !== undefined && (
        <p role="alert" className={styles.footNote}>
          {printing.failure}
        </p>
      )}
      <Acceptance shift={shift} onAccept={() => setAccepting(true)} />
      <ExpectedTable rows={rowsOfExpected(shift)} expected={shift.expected} />
      <Outcome shift={shift} />
      {shift.closing && shift.closing.reason !== '' && (
        <p className={styles.footNote}>
          {t('reason')}: {shift.closing.reason}
        </p>
      )}
      <Suspense fallback={null}>
        {printing.copy !== undefined && (
          <ClosingPaper shift={shift} copy={printing.copy} onPrinted={printing.done} />
        )}
        {isAccepting && (
          <AcceptDialog
            shift={shift}
            isOwn={mayAccept && shift.closedBy !== name}
            onClose={() => setAccepting(false)}
          />
        )}
      </Suspense>
    </section>
  );
}
