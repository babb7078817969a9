import { Check, ChevronLeft, ChevronRight, FileSpreadsheet, ReceiptText } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { Slip } from '#contract/money/verify.ts';
import { DOT } from '#contract/words/dot.ts';
import { useAnnouncer } from '#src/components/feedback/use-announcer.tsx';
import { Stack } from '#src/components/kit/layout.tsx';
import { Toolbar } from '#src/components/kit/toolbar.tsx';
import { Note } from '#src/components/kit/note.tsx';
import { Button } from '#src/components/kit/button.tsx';
import { useConfirm } from '#src/components/kit/dialog.tsx';
import { EmptyState } from '#src/components/kit/empty-state.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { TableSkeleton } from '#src/components/kit/skeleton.tsx';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import { useSlipActions, useSlips } from '#src/features/pending-payment/verify-queries.ts';
import { paths } from '#src/lib/paths.ts';
import { SlipFacts } from './slip-facts.tsx';
import { SlipList } from './slip-list.tsx';
import { SlipPicture } from './slip-picture.tsx';
import { differsFromBank, isUnseen, nameOf, rejectReasons, slipTotal } from './slip-words.ts';
import { useKeys } from './use-keys.ts';
import styles from './verify.module.css';
import { useServerUnreachable } from '#src/offline/use-server-unreachable.ts';

const RejectDialog = lazy(async () => ({
  default: (await import('./slip-dialogs.tsx')).RejectDialog,
}));
const StatementPage = lazy(async () => ({
  default: (await import('#src/features/pending-payment/statement/statement-page.tsx'))
    .StatementPage,
}));
const AskDialog = lazy(async () => ({ default: (await import('./slip-dialogs.tsx')).AskDialog }));

const [CONFIRM, REJECT, ASK] = ['A', 'R', 'Q'] as const;
const keys = ['J', 'K', CONFIRM, REJECT, ASK, 'Z'] as const;

/** The current slip: the chosen one, or once that is decided, the one that took its position. */
function useCurrent(slips: readonly Slip[]) {
  const { t } = useTranslation('pending-payment');
  const [chosen, setChosen] = useState<{ id: string; at: number }>();
  const { region, tell } = useAnnouncer();
  const found = slips.findIndex(({ _id }) => _id === chosen?.id);
  const at = found >= 0 ? found : Math.min(chosen?.at ?? 0, slips.length - 1);
  const go = (to: number) => {
    const slip = slips[to];
    if (slip) setChosen({ id: slip._id, at: to });
  };
  /** The focus stays where it is, so the slip that is shown now is said. */
  const step = (to: number) => {
    const slip = slips[to];
    if (!slip) return;
    go(to);
    const place = t('verify.position', { n: to + 1, of: slips.length });
    tell([place, nameOf(slip), `${slipTotal(slip)} ${slip.currency}`].join(DOT));
  };
  return { at, slip: slips[at], go, step, stay: () => go(at), region };
}

/** The ticked slips, which are confirmed together. */
function useTicked(slips: readonly Slip[]) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const tick = (id: string) =>
    setTicked(new Set(ticked.has(id) ? [...ticked].filter((one) => one !== id) : [...ticked, id]));
  const several = slips.filter(({ _id }) => ticked.has(_id));
  return { ticked, several, tick, clear: () => setTicked(new Set()) };
}

type ConfirmSeveralProps = {
  slips: readonly Slip[];
  isFixed: boolean;
  onConfirm: () => Promise<void>;
};

/** Confirms all ticked slips after a question. */
function ConfirmSeveral({ slips, isFixed, onConfirm }: ConfirmSeveralProps) {
  const { t } = useTranslation(['pending-payment', 'common']);
  const question = useConfirm();
  const confirm = async () => {
    const unseen = slips.filter(isUnseen).length;
    const isSure = await question.ask({
      title: t('several.title', { count: slips.length }),
      text: [t('several.text'), unseen > 0 && t('several.unseen', { count: unseen })]
        .filter(Boolean)
        .join(' '),
      confirm: t('several.confirm', { count: slips.length }),
      cancel: t('common:action.back'),
    });
    if (isSure) await onConfirm();
  };
  return (
    <>
      {slips.length > 0 && (
        <Toolbar align="end">
          <Button icon={Check} look="solid" disabled={isFixed} onClick={() => void confirm()}>
            {t('several.confirm', { count: slips.length })}
          </Button>
        </Toolbar>
      )}
      {question.dialog}
    </>
  );
}

type StepsProps = { at: number; count: number; onGo: (to: number) => void };

/** The position in the list, with buttons for the slip before and the slip after. */
function Steps({ at, count, onGo }: StepsProps) {
  const { t } = useTranslation('pending-payment');
  return (
    <nav className={styles.steps} aria-label={t('verify.steps')}>
      <Button
        icon={ChevronLeft}
        disabled={at === 0}
        aria-label={t('keys.K')}
        onClick={() => onGo(at - 1)}
      />
      <span>{t('verify.position', { n: at + 1, of: count })}</span>
      <Button
        icon={ChevronRight}
        disabled={at === count - 1}
        aria-label={t('keys.J')}
        onClick={() => onGo(at + 1)}
      />
    </nav>
  );
}

/** Asks before a slip is confirmed that nothing on this page shows to have arrived. */
function useUnseenQuestion() {
  const { t } = useTranslation(['pending-payment', 'common']);
  const { ask, dialog } = useConfirm();
  const isSure = async (slip: Slip) =>
    !isUnseen(slip) ||
    (await ask({
      title: t('unseen.title'),
      text: t('unseen.text', { sum: `${slipTotal(slip)} ${slip.currency}` }),
      confirm: t('unseen.confirm'),
      cancel: t('common:action.back'),
    }));
  return { isSure, dialog };
}

/** The letters of this page, as long as the person wants them. */
function KeysLine() {
  const { t } = useTranslation('pending-payment');
  return (
    <p className={styles.keys}>
      {t('keys.title')}
      {keys.map((key) => (
        <span key={key}>
          <kbd>{key}</kbd> {t(`keys.${key}`)}
        </span>
      ))}
      <span>
        <kbd>{`1–${rejectReasons.length}`}</kbd> {t('keys.reasons')}
      </span>
    </p>
  );
}

function Slips({ slips }: { slips: readonly Slip[] }) {
  const { t } = useTranslation('pending-payment');
  const { at, slip, go, step, stay, region } = useCurrent(slips);
  const [isZoomed, setZoomed] = useState(false);
  // The list may move on below the dialog, which stays about the slip that it was opened for.
  const [asked, setAsked] = useState<{ what: 'reject' | 'ask'; of: Slip }>();
  const { ticked, several, tick, clear } = useTicked(slips);
  const acts = useSlipActions();
  const isAway = useServerUnreachable();
  const isFixed = acts.isBusy || isAway || slip === undefined;
  const mayConfirm = !isFixed && !slip.isOwn && !differsFromBank(slip);
  const mayReject = !isFixed && !slip.isOwn;
  const facts = useRef<HTMLElement>(null);
  const question = useUnseenQuestion();
  const confirm = async () => {
    if (!mayConfirm || !(await question.isSure(slip))) return;
    stay();
    await acts.confirm(slip);
    // The button is off while the slip is saved, which takes the focus from it.
    facts.current?.focus();
  };
  const open = (what: 'reject' | 'ask') => {
    if (what === 'ask' ? isFixed : !mayReject) return;
    stay();
    if (slip) setAsked({ what, of: slip });
  };
  const zoom = () => setZoomed(!isZoomed);
  const hasKeys = useKeys({
    J: () => step(at + 1),
    K: () => step(at - 1),
    A: () => void confirm(),
    R: () => open('reject'),
    Q: () => open('ask'),
    Z: zoom,
  });
  const answer = async (work: Promise<boolean>) => {
    if (await work) setAsked(undefined);
  };
  if (!slip)
    return <EmptyState icon={ReceiptText} title={t('verify.empty')} text={t('verify.emptyHint')} />;
  const Asking = asked?.what === 'reject' ? RejectDialog : AskDialog;
  return (
    <Stack gap={3}>
      {isAway && <Note tone="wait">{t('verify.off')}</Note>}
      <ConfirmSeveral
        slips={several}
        isFixed={acts.isBusy || isAway}
        onConfirm={async () => {
          await acts.confirmAll(several);
          clear();
        }}
      />
      <div className={styles.page}>
        <Steps at={at} count={slips.length} onGo={step} />
        <SlipList
          slips={slips}
          current={slip._id}
          onChoose={(id) => go(slips.findIndex(({ _id }) => _id === id))}
          ticked={ticked}
          onTick={tick}
        />
        <SlipPicture key={slip._id} slip={slip} isZoomed={isZoomed} onZoom={zoom} />
        <SlipFacts ref={facts} slip={slip}>
          <Button
            icon={Check}
            look="solid"
            className={styles.confirm}
            aria-keyshortcuts={hasKeys ? 'a' : undefined}
            disabled={!mayConfirm}
            onClick={() => void confirm()}
          >
            {t('verify.confirm')} {hasKeys && <kbd aria-hidden>{CONFIRM}</kbd>}
          </Button>
          <Button
            aria-keyshortcuts={hasKeys ? 'r' : undefined}
            disabled={!mayReject}
            onClick={() => open('reject')}
          >
            {t('verify.reject')} {hasKeys && <kbd aria-hidden>{REJECT}</kbd>}
          </Button>
          <Button
            aria-keyshortcuts={hasKeys ? 'q' : undefined}
            disabled={isFixed}
            onClick={() => open('ask')}
          >
            {t('verify.ask')} {hasKeys && <kbd aria-hidden>{ASK}</kbd>}
          </Button>
        </SlipFacts>
      </div>
      {hasKeys && <KeysLine />}
      {region}
      {question.dialog}
      {asked && (
        <Suspense>
          <Asking
            slip={asked.of}
            isBusy={acts.isBusy}
            onSend={(text) =>
              void answer(
                asked.what === 'reject' ? acts.reject(asked.of, text) : acts.ask(asked.of, text),
              )
            }
            onClose={() => setAsked(undefined)}
          />
        </Suspense>
      )}
    </Stack>
  );
}

/** The slips, or the bank's statement beside them, depending on the address. */
export function VerifyTab() {
  const { t } = useTranslation('pending-payment');
  const [params] = useSearchParams();
  const isStatement = params.has('statement');
  return (
    <Stack gap={3}>
      <Toolbar align="end">
        <LinkButton
          icon={isStatement ? ReceiptText : FileSpreadsheet}
          to={`${paths.pendingPayment}?view=verify${isStatement ? '' : '&statement=1'}`}
        >
          {t(isStatement ? 'statement.toSlips' : 'statement.open')}
        </LinkButton>
      </Toolbar>
      {isStatement ? (
        <Suspense fallback={<TableSkeleton columns={4} />}>
          <StatementPage />
        </Suspense>
      ) : (
        <AllSlips />
      )}
    </Stack>
  );
}

/**
 * Slips that wait for a second person: the picture beside the record, with keys for each decision.
 */
function AllSlips() {
  const { t } = useTranslation('pending-payment');
  const { rows, error, refetch } = useSlips();
  if (!rows)
    return error ? (
      <LoadFailed error={error} failed={t('verify.failed')} onRetry={refetch} />
    ) : (
      <TableSkeleton columns={3} />
    );
  return <Slips slips={rows} />;
}
