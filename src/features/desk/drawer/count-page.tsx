import { Check } from 'lucide-react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
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

/** The places of the page where something may be missing. */
const PLACES = {
  kept: 'drawer-kept',
  count: 'drawer-count',
  left: 'drawer-after',
  reason: 'drawer-reason',
  receiver: 'drawer-receiver',
} as const;

/** The first thing that is missing before the drawer can be closed, in words and its place. */
function useMissing(
  { needs, state }: Count,
  isHeldBack: boolean,
): { words: string; at?: keyof typeof PLACES } {
  const { t } = useTranslation('drawer');
  if (isHeldBack) return { words: t('missing.kept'), at: 'kept' };
  if (needs.count)
    return { words: t('missing.count', { currencies: state.missing.join(', ') }), at: 'count' };
  if (needs.left) return { words: t('missing.left'), at: 'left' };
  if (needs.reason) return { words: t('missing.reason'), at: 'reason' };
  if (needs.receiver) return { words: t('missing.receiver'), at: 'receiver' };
  return { words: t('missing.nothing') };
}

/** Leads the focus to the field that misses something, as the bar of the desk does. */
function leadToMissing(at: keyof typeof PLACES): void {
  const named = document.getElementById(PLACES[at]);
  const place = named?.closest('section') ?? named;
  const field =
    place?.querySelector<HTMLElement>('input[aria-invalid=true]') ??
    place?.querySelector<HTMLElement>('input:not([type=radio])');
  field?.focus();
  field?.scrollIntoView({ block: 'center' });
}

function Buttons({
  count,
  shift,
  missing,
  onLead,
  onSign,
}: {
  count: Count;
  shift: ShiftRecord;
  missing: ReturnType<typeof useMissing>;
  onLead: (at: keyof typeof PLACES) => void;
  onSign: () => void;
}) {
  const { t } = useTranslation(['drawer', 'common']);
  const { isAbove, isBusy, close } = count;
  const { at, words } = missing;
  if (at !== undefined)
    return (
      <>
        <LinkButton to={DRAWER_VIEW}>{t('common:action.cancel')}</LinkButton>
        <Button wraps onClick={() => onLead(at)}>
          {words}
        </Button>
      </>
    );
  return (
    <>
      <LinkButton to={DRAWER_VIEW}>{t('common:action.cancel')}</LinkButton>
      {isAbove && (
        <Button disabled={isBusy} onClick={() => void close(null)}>
          {t('closeTellFinance')}
        </Button>
      )}
      <Button
        look="solid"
        disabled={isBusy}
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
  const lead = (at: keyof typeof PLACES) => {
    const [first] = state.missing;
    if (at === 'count' && first) flushSync(() => setCurrency(first));
    leadToMissing(at);
  };
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
      {kept > 0 && (
        <div id={PLACES.kept}>
          <KeptVisits count={kept} isAccepted={isAccepted} onAccept={setAccepted} />
        </div>
      )}
      <div className={styles.counting}>
        <Panel id={PLACES.count} title={t('countOf', { currency })}>
          <div className={styles.way}>
            <Segments
              label={t('currency')}
              options={priceCurrencies.map((one) => ({
                value: one,
                label: (
                  <span className={styles.currency}>
                    {one}{' '}
                    {state.counted[one] !== null && !state.idle.includes(one) && (
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
            <div id={PLACES.receiver}>
              <PlainField
                label={t('safeReceivedBy')}
                required
                maxLength={80}
                autoComplete="off"
                value={values.safeReceivedBy}
                onChange={({ target }) => change({ ...values, safeReceivedBy: target.value })}
              />
            </div>
          )}
          <div id={PLACES.reason}>
            <PlainField
              label={t('reason')}
              required={count.isAbove}
              help={shift.expected ? undefined : t('reasonBlind')}
              maxLength={200}
              autoComplete="off"
              value={values.reason}
              onChange={({ target }) => change({ ...values, reason: target.value })}
            />
          </div>
        </Stack>
      </div>
      <SaveBar
        label={t('close', { name: shift.drawerName })}
        failure={undefined}
        problem={failure}
        isDirty={!needs.count}
        isKept={draft.isKept}
        summary={missing.at === undefined && <b>{missing.words}</b>}
      >
        <Buttons
          count={count}
          shift={shift}
          missing={missing}
          onLead={lead}
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
