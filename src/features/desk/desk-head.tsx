import { HardDrive, Plus, Wallet as WalletIcon } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#src/components/kit/button.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { DRAWER_VIEW } from '#src/entities/drawer/drawer-path.ts';
import type { Undone } from '#src/features/desk/undo/undone-note.tsx';
import { useStore } from '#src/lib/store.ts';
import { branchNameIn } from '#src/lib/text/branch-name.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import styles from './head.module.css';
import { useYielding } from './use-yielding.ts';
import { useSellsOnly, type SavedVisit, type Visit } from './use-visit.ts';
import type { DrawerState } from './zones.tsx';

const PersonButton = lazy(async () => ({
  default: (await import('#src/features/desk/drawer/person-button.tsx')).PersonButton,
}));
const OpenVisits = lazy(async () => ({
  default: (await import('#src/features/desk/open/open-visits.tsx')).OpenVisits,
}));
const DeskNews = lazy(async () => ({
  default: (await import('#src/features/desk/news/desk-news.tsx')).DeskNews,
}));
const UndoVisit = lazy(async () => ({
  default: (await import('#src/features/desk/undo/undo-visit.tsx')).UndoVisit,
}));

type HeadProps = {
  /**
   * True while the visit is being typed. Afterwards the panel in its place offers the next visit.
   */
  isGoing: boolean;
  takenId: string | undefined;
  onTaken: (id: string) => void;
  onContinue: ((id: string) => void) | undefined;
  visit: Visit;
  drawer: DrawerState;
  onDrawer: () => void;
  last: SavedVisit | undefined;
  onNew: () => void;
  onUndone: (undone: Undone) => void;
};

/**
 * The drawer of this device: opens a closed one, or leads to an open one, which must be counted
 * first if it is from an earlier day.
 */
function DrawerButton({
  drawer: { drawer, isOvernight },
  onOpen,
}: {
  drawer: DrawerState;
  onOpen: () => void;
}) {
  const { t } = useTranslation(['desk', 'payment']);
  if (!drawer) return null;
  const { name, shift } = drawer;
  const isOpenToday = shift !== null && !isOvernight;
  if (shift === null)
    return (
      <Button icon={WalletIcon} tone="wait" onClick={onOpen}>
        {t('drawer.shut', { name })}
      </Button>
    );
  return (
    <LinkButton
      icon={WalletIcon}
      isShort={isOpenToday}
      tone={isOpenToday ? undefined : 'wait'}
      to={DRAWER_VIEW}
    >
      {t(isOvernight ? 'payment:drawer.countFirst' : 'drawer.isOpen', { name })}
    </LinkButton>
  );
}

/** The branch that is worked in, because the rail beside the desk has only its code. */
function BranchName() {
  const language = useLanguage();
  const branch = useStore((state) => state.branch.branchData);
  return branch && <bdi className={styles.branch}>{branchNameIn(branch, language)}</bdi>;
}

/**
 * The branch, the page heading, the drawer, the state of the draft, undo of the last visit, and the
 * button for the next one.
 */
export function DeskHead({
  isGoing,
  takenId,
  onTaken,
  onContinue,
  visit,
  drawer,
  onDrawer,
  last,
  onNew,
  onUndone,
}: HeadProps) {
  const { t } = useTranslation(['desk', 'shell', 'common']);
  const { isKept } = visit.edit.draft;
  const head = useYielding();
  return (
    <header className={styles.head} ref={head}>
      <BranchName />
      <h1>{t(useSellsOnly() ? 'shell:page.addOrder' : 'shell:nav.newEnrollment')}</h1>
      <DrawerButton drawer={drawer} onOpen={onDrawer} />
      {drawer.drawer && (
        <Suspense fallback={null}>
          <PersonButton />
        </Suspense>
      )}
      {isKept !== undefined && (
        <span className={styles.kept}>
          <HardDrive aria-hidden size={14} />
          <span data-kept={isKept}>{t(isKept ? 'common:draft.kept' : 'common:draft.memory')}</span>
        </span>
      )}
      {last && (
        <Suspense fallback={null}>
          <UndoVisit
            showsNumber
            done={last}
            onUndone={(answer, keepsMoney) => onUndone({ done: last, answer, keepsMoney })}
          />
        </Suspense>
      )}
      {drawer.drawer && (
        <Suspense fallback={null}>
          <span data-yields className={styles.news}>
            <DeskNews branchId={drawer.drawer.branchId} />
          </span>
        </Suspense>
      )}
      <span className={styles.end} data-yields>
        {visit.wallet && (
          <Suspense fallback={null}>
            <OpenVisits visit={visit} takenId={takenId} onTaken={onTaken} onContinue={onContinue} />
          </Suspense>
        )}
      </span>
      {isGoing && (
        <Button icon={Plus} isShort onClick={onNew}>
          {t('newVisit')}
        </Button>
      )}
    </header>
  );
}
