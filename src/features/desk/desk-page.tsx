import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { Button } from '#src/components/kit/button.tsx';
import { useDrawer } from '#src/entities/drawer/use-drawer.ts';
import { Ticker } from '#src/entities/rate/ticker.tsx';
import { later } from '#src/lib/browser/later.ts';
import { useOwnBar } from '#src/lib/browser/own-bar.ts';
import { DESK_PHONE, useMedia } from '#src/lib/browser/use-media.ts';
import { readFailureText } from '#src/lib/request/failure-text.ts';
import { loadWords } from '#src/lib/text/i18n.ts';
import { useNewRecordBranchId } from '#src/offline/branch-choice.ts';
import styles from './desk.module.css';
import { DRAWER_VIEW } from '#src/entities/drawer/drawer-path.ts';
import type { Undone } from '#src/features/desk/undo/undone-note.tsx';
import { useLiveSeats } from '#src/offline/live/live-seats.ts';
import { useAfterUndo } from '#src/features/desk/undo/use-after-undo.ts';
import { DeskHead } from './desk-head.tsx';
import { leadTo, WHO_ID } from './places.ts';
import { useVisit, type SavedVisit } from './use-visit.ts';
import { hasNoLine, type VisitDraft } from './visit-draft.ts';
import { Zones } from './zones.tsx';
import { deskStartIn } from '#src/entities/order/desk-path.ts';
import { useServerUnreachable } from '#src/offline/use-server-unreachable.ts';

const OpenDrawerDialog = lazy(async () => ({
  default: (await import('#src/entities/drawer/open-drawer-dialog.tsx')).OpenDrawerDialog,
}));
const KeepCopies = later(
  async () => (await import('#src/features/desk/offline/keep-copies.tsx')).KeepCopies,
);
const ProvisionalSlipPanel = lazy(async () => ({
  default: (await import('#src/features/desk/offline/provisional-slip-panel.tsx'))
    .ProvisionalSlipPanel,
}));
const UndoneNote = lazy(async () => ({
  default: (await import('#src/features/desk/undo/undone-note.tsx')).UndoneNote,
}));
const DrawerPage = lazy(async () => {
  const [{ DrawerPage: Page }] = await Promise.all([
    import('#src/features/desk/drawer/drawer-page.tsx'),
    loadWords('drawer'),
  ]);
  return { default: Page };
});
const StartedVisit = lazy(async () => ({
  default: (await import('./started-visit.tsx')).StartedVisit,
}));
const DonePanel = lazy(async () => ({
  default: (await import('#src/features/desk/done/done-panel.tsx')).DonePanel,
}));

/**
 * The start of a visit: an undone one with everything that was typed, and the last saved one, which
 * can still be undone. `isNext` suppresses the question about the draft that was just put aside,
 * because it is listed under *Open visits*.
 */
type Opened = {
  begin?: VisitDraft | undefined;
  last?: SavedVisit | undefined;
  takenId?: string | undefined;
  /** The draft that this visit goes on with. */
  draftId?: string | undefined;
  /** The visit whose undo has opened this one. */
  undone?: Undone | undefined;
  isNext?: boolean;
};

/**
 * One visit. The next visit is another instance; what was typed here stays a draft on the device.
 */
function OneVisit({
  begin,
  last,
  takenId,
  draftId,
  undone,
  isNext = false,
  onNext,
}: Opened & { onNext: (opened: Opened) => void }) {
  const { t } = useTranslation(['desk', 'common']);
  const branchId = useNewRecordBranchId();
  const drawer = useDrawer(branchId);
  const visit = useVisit(branchId, drawer.shiftId, { begin, takenId, draftId });
  const isAway = useServerUnreachable();
  const isPhone = useMedia(DESK_PHONE);
  const [opening, setOpening] = useState<{ next?: (() => void) | undefined }>();
  // The drawer was unknown, or a colleague opened it meanwhile: then it needs no opening.
  if (opening && drawer.drawer?.shift) setOpening(undefined);
  const navigate = useNavigate();
  const onDrawer = (next?: () => void) =>
    drawer.isOvernight ? void navigate(DRAWER_VIEW) : setOpening({ next });
  const { wallet, rules, done, edit } = visit;
  const onNew = () => onNext({ last: done ?? last, isNext: true });
  const onUndone = useAfterUndo(branchId, onNext);
  const [isNoteClosed, setNoteClosed] = useState(false);
  const { question } = edit.draft;
  const stored = visit.storedOffline;
  const shown = stored?.draft ?? (isAway ? visit.draft : undefined);
  // From the first person or line until the next visit nothing may lie over what takes the money.
  useOwnBar(Boolean(done ?? stored ?? visit.draft.payer) || !hasNoLine(visit.draft));
  return (
    <div className={styles.desk}>
      {isPhone && <Ticker className={styles.rates} />}
      <DeskHead
        isGoing={!done && !shown?.taken}
        takenId={takenId}
        onTaken={(id) => onNext({ takenId: id, last: done ?? last })}
        onContinue={done && ((id) => onNext({ draftId: id, last: done }))}
        visit={visit}
        drawer={drawer}
        onDrawer={() => onDrawer()}
        last={done ? undefined : last}
        onNew={onNew}
        onUndone={onUndone}
      />
      {undone && !isNoteClosed && !done && (
        <Suspense fallback={null}>
          <div className={styles.undone}>
            <UndoneNote undone={undone} onClose={() => setNoteClosed(true)} />
          </div>
        </Suspense>
      )}
      {question && !isNext && !done && hasNoLine(visit.draft) && (
        <question.Panel
          savedAt={question.savedAt}
          isPerhapsSaved={question.isPerhapsSaved}
          onResume={question.resume}
          onDiscard={question.discard}
        />
      )}
      {done ? (
        <Suspense fallback={<p role="status">{t('common:loading')}</p>}>
          <DonePanel
            done={done}
            onNew={onNew}
            onUndone={(answer, keepsMoney) => onUndone({ done, answer, keepsMoney })}
          />
        </Suspense>
      ) : shown?.taken ? (
        <Suspense fallback={<p role="status">{t('common:loading')}</p>}>
          <ProvisionalSlipPanel
            draft={shown}
            taken={shown.taken}
            branchId={branchId}
            isFresh={stored !== undefined}
            onNew={onNew}
            onSend={stored && !isAway ? () => onNext({ takenId: stored.id, last }) : undefined}
          />
        </Suspense>
      ) : takenId !== undefined && visit.draft.taken === null ? (
        <p role="status">{t('common:loading')}</p>
      ) : wallet ? (
        <Zones visit={visit} wallet={wallet} drawer={drawer} onDrawer={onDrawer} />
      ) : (
        <p role={rules.error ? 'alert' : 'status'} className={styles.hint}>
          {rules.error ? readFailureText(rules.error) : t('common:loading')}
          {rules.error && (
            <Button onClick={() => void rules.refetch()}>{t('common:action.retry')}</Button>
          )}
        </p>
      )}
      {opening && drawer.drawer && (
        <Suspense fallback={null}>
          <OpenDrawerDialog
            key={drawer.drawer._id}
            branchId={branchId}
            drawer={drawer.drawer}
            usable={drawer.usable}
            onChoose={drawer.choose}
            onClose={() => setOpening(undefined)}
            // The button that asked is now a link to the drawer.
            onOpened={opening.next ?? (() => setTimeout(() => leadTo(WHO_ID)))}
            morePath={DRAWER_VIEW}
          />
        </Suspense>
      )}
    </div>
  );
}

/** New Enrollment & Purchase: who, what and pay on one screen, with the drawer for the cash. */
export function DeskPage() {
  const [{ no, ...opened }, setOpened] = useState<Opened & { no: number }>({ no: 1 });
  const { t } = useTranslation('common');
  const [params] = useSearchParams();
  const { key } = useLocation();
  const [usedAt, setUsedAt] = useState<string>();
  const branchId = useNewRecordBranchId();
  useLiveSeats();
  if (params.get('view') === 'drawer')
    return (
      <Suspense fallback={<p role="status">{t('loading')}</p>}>
        <DrawerPage />
      </Suspense>
    );
  const start = usedAt === key ? undefined : deskStartIn(params);
  const onNext = (next: Opened) => {
    setOpened({ ...next, no: no + 1 });
    if (!start) return;
    // Neither the next visit nor a reload may start with the same lines again. The address changes
    // without a navigation, because leaving the page would raise a question.
    setUsedAt(key);
    window.history.replaceState(window.history.state, '', window.location.pathname);
  };
  return (
    <>
      {start ? (
        <Suspense fallback={<p role="status">{t('loading')}</p>}>
          <StartedVisit key={start.id} start={start}>
            {(begin) => <OneVisit begin={begin} onNext={onNext} />}
          </StartedVisit>
        </Suspense>
      ) : (
        <OneVisit key={no} {...opened} onNext={onNext} />
      )}
      {branchId !== '' && (
        <Suspense fallback={null}>
          <KeepCopies branchId={branchId} />
        </Suspense>
      )}
    </>
  );
}
