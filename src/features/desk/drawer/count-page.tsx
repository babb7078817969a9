import { Check } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { priceCurrencies, type PriceCurrency } from '#contract/money/currencies.ts';
import type { ShiftRecord } from '#contract/money/drawers.ts';
import { SaveBar } from '#src/components/edit/save-bar.tsx';
import { Button } from '#src/components/kit/button.tsx';
import { Stack } from '#src/components/kit/layout.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { Panel } from '#src/components/kit/panel.tsx';
import { PlainField } from '#src/components/kit/plain-field.tsx';
import { Segments } from '#src/components/kit/segments.tsx';
import { SignDialog } from '#src/entities/approval/sign-dialog.tsx';
import { formatNumber } from '#src/lib/text/format.ts';
import { CountNotes } from './count-notes.tsx';
import { AboveLimit, AfterClosing, CountedTable } from './count-sums.tsx';
import { goesToSafe } from './count-state.ts';
import { drawerDifference } from '#src/entities/drawer/difference-act.ts';
import { DRAWER_VIEW } from '#src/entities/drawer/drawer-path.ts';
import { KeptVisits, useVisitsTakenOffline } from './kept-visits.tsx';
import { useDrawerCount } from './use-count.ts';
import styles from '#src/entities/drawer/drawer-parts.module.css';

type Count = ReturnType<typeof useDrawerCount>;

/** The first thing that is missing before the drawer can be closed. */
function useMissing({ needs, state }: Count, isHeldBack: boolean): string {
  const { t } = useTranslation('drawer');
  if (isHeldBack) return t('missing.kept');
  if (needs.count) return t('missing.count', { currencies: state.missing.join(', ') });
  if (needs.left) return t('missing.left');
  if (needs.reason) return t('missing.reason');
  return needs.receiver ? t('missing.receiver') : t('missing.nothing');
}

function Buttons({
  count,
  shift,
  isHeldBack,
  onSign,
}: {
  count: Count;
  shift: ShiftRecord;
  isHeldBack: boolean;
  onSign: () => void;
}) {
  const { t } = useTranslation(['drawer', 'common']);
  const { isAbove, isComplete, isBusy, close } = count;
  const isShut = isBusy || !isComplete || isHeldBack;
  return (
    <>
      <LinkButton to={DRAWER_VIEW}>{t('common:action.cancel')}</LinkButton>
      {isAbove && (
        <Button disabled={isShut} onClick={() => void close(null)}>
          {t('closeTellFinance')}
        </Button>
      )}
      <Button
        look="solid"
        disabled={isShut}
        onClick={() => (isAbove ? onSign() : void close(null))}
      >
        {t(isAbove ? 'acceptDifference' : shift.expected ? 'closeDrawer' : 'handInCount')}
      </Button>
    </>
  );
}

/** Counts the drawer by notes or by sums, and closes it. */
export function DrawerCountPage({ shift, onClosed }: { shift: ShiftRecord; onClosed: () => void }) {
  const { t } = useTranslation('drawer');
  const [currency, setCurrency] = useState<PriceCurrency>('LAK');
  const [isSigning, setSigning] = useState(false);
  const count = useDrawerCount(shift, onClosed);
  const { values, state, change, draft, failure, needs } = count;
  const kept = useVisitsTakenOffline();
  const [isAccepted, setAccepted] = useState(false);
  const isHeldBack = kept > 0 && !isAccepted;
  const missing = useMissing(count, isHeldBack);
  return (
    <>
      {draft.question && (
        <draft.question.Panel
          savedAt={draft.question.savedAt}
          isPerhapsSaved={draft.question.isPerhapsSaved}
          onResume={draft.question.resume}
          onDiscard={draft.question.discard}
        />
      )}
      {kept > 0 && <KeptVisits count={kept} isAccepted={isAccepted} onAccept={setAccepted} />}
      <div className={styles.counting}>
        <Panel title={t('countOf', { currency })}>
          <div className={styles.way}>
            <Segments
              label={t('currency')}
              options={priceCurrencies.map((one) => ({
                value: one,
                label: (
                  <span className={styles.currency}>
                    {one}{' '}
                    {state.counted[one] !== null && (
                      <Check size={14} role="img" aria-label={t('isCounted')} />
                    )}
                  </span>
                ),
              }))}
              value={currency}
              onChoose={setCurrency}
            />
          </div>
          <CountNotes
            key={currency}
            currency={currency}
            counted={values[currency]}
            onChange={(counted) => change({ ...values, [currency]: counted })}
          />
        </Panel>
        <Stack>
          <CountedTable state={state} expected={shift.expected} />
          <AboveLimit state={state} limitLAK={shift.differenceLimitLAK} />
          <AfterClosing draft={values} state={state} onChange={change} />
          {goesToSafe(state) && (
            <PlainField
              label={t('safeReceivedBy')}
              required
              maxLength={80}
              autoComplete="off"
              value={values.safeReceivedBy}
              onChange={({ target }) => change({ ...values, safeReceivedBy: target.value })}
            />
          )}
          <PlainField
            label={t('reason')}
            required={count.isAbove}
            help={shift.expected ? undefined : t('reasonBlind')}
            maxLength={200}
            autoComplete="off"
            value={values.reason}
            onChange={({ target }) => change({ ...values, reason: target.value })}
          />
        </Stack>
      </div>
      <SaveBar
        label={t('close', { name: shift.drawerName })}
        failure={undefined}
        problem={failure}
        isDirty={!needs.count}
        isKept={draft.isKept}
        summary={<b>{missing}</b>}
      >
        <Buttons
          count={count}
          shift={shift}
          isHeldBack={isHeldBack}
          onSign={() => setSigning(true)}
        />
      </SaveBar>
      {isSigning && (
        <SignDialog
          act={drawerDifference(shift, state.counted)}
          text={t('aboveLimit', { limit: formatNumber(shift.differenceLimitLAK) })}
          onClose={() => setSigning(false)}
          onSigned={(token) => {
            setSigning(false);
            void count.close(token);
          }}
        />
      )}
    </>
  );
}
