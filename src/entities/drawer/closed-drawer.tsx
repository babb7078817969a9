import { CircleCheck, Printer, TriangleAlert } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { priceCurrencies } from '#contract/money/currencies.ts';
import type { ShiftRecord } from '#contract/money/drawers.ts';
import { Button } from '#src/components/kit/button.tsx';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import { Note } from '#src/components/kit/note.tsx';
import { Panel, PanelText } from '#src/components/kit/panel.tsx';
import { SmallTable } from '#src/components/kit/small-table.tsx';
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
    <SmallTable className={styles.sums}>
      <tbody>
        <tr>
          <th scope="row">{t('counted')}</th>
          <CurrencySumCells sums={counted} />
        </tr>
        <tr>
          <th scope="row">{t('difference')}</th>
          {priceCurrencies.map((currency) => (
            <td key={currency} data-end>
              {/* A currency of which nothing was there may not have been counted. */}
              {(counted[currency] !== 0 || (shift.difference?.[currency] ?? 0) !== 0) && (
                <DifferenceMark
                  amount={shift.difference?.[currency] ?? 0}
                  currency={currency}
                  isAbove={shift.toBeAccepted}
                />
              )}
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
    </SmallTable>
  );
}

/** Tells if the difference of a closing still waits for a second person, or who accepted it. */
function Acceptance({ shift, onAccept }: { shift: ShiftRecord; onAccept: () => void }) {
  const { t } = useTranslation('drawer');
  const { closing, toBeAccepted } = shift;
  if (toBeAccepted)
    return (
      <PanelText>
        <Note tone="bad" icon={TriangleAlert}>
          <p>{t('toBeAccepted')}</p>
          <Button onClick={onAccept}>{t('acceptDifference')}</Button>
        </Note>
      </PanelText>
    );
  if (!closing?.acceptedBy) return null;
  return (
    <PanelText>
      <Note tone="good" icon={CircleCheck}>
        <p>
          {t('acceptedBy', {
            name: closing.acceptedBy,
            at: formatDateTime(closing.acceptedAt ?? shift.openedAt),
          })}
        </p>
      </Note>
    </PanelText>
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
    <Panel
      id="drawer-closing"
      title={t('lastClosing')}
      count={t('closedBy', {
        at: formatDateTime(shift.closedAt ?? shift.openedAt),
        name: shift.closedBy ?? '',
      })}
      tools={
        <Button icon={Printer} disabled={printing.isBusy} onClick={() => void printing.print()}>
          {t('printClosing')}
        </Button>
      }
    >
      {printing.failure !== undefined && (
        <PanelText>
          <ErrorText role="alert">{printing.failure}</ErrorText>
        </PanelText>
      )}
      <Acceptance shift={shift} onAccept={() => setAccepting(true)} />
      <ExpectedTable rows={rowsOfExpected(shift)} expected={shift.expected} />
      <Outcome shift={shift} />
      {shift.closing && shift.closing.reason !== '' && (
        <PanelText isMuted>
          {t('reason')}: {shift.closing.reason}
        </PanelText>
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
    </Panel>
  );
}
