import { Button } from '@chakra-ui/react/button';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSaveBarMark } from '#src/components/form/use-save-bar-mark.ts';
import { say } from '#src/lib/i18n.ts';
import { useOnline } from '#src/offline/use-online.ts';
import styles from './class-page.module.css';
import type { Sheet } from './use-sheet.ts';

type BarSheet = Pick<Sheet<unknown, object>, 'failure' | 'draft' | 'isTyped' | 'isSaving' | 'discard' | 'save'>;
type Words = { text: string; detail?: string };

/** What is wrong with the last try, or what it means to type while the network is away. */
function useWords({ failure, draft, isTyped }: BarSheet): Words | undefined {
  const { t } = useTranslation('class-page');
  const { t: common } = useTranslation();
  const online = useOnline();
  if (failure?.outcome === 'notSent') return { text: common('form.notSent') };
  if (failure?.outcome === 'unknown') return { text: say('saveUnknown') };
  if (failure?.outcome === 'refused') return { text: failure.reason };
  if (failure?.outcome === 'invalid') return { text: Object.values(failure.fields).join(' · ') };
  if (!online && isTyped) return { text: t(draft.isKept === false ? 'bar.inPage' : 'bar.notSent'), detail: t('bar.sendLater') };
  return failure?.outcome === 'offline' ? { text: t('bar.notSent') } : undefined;
}

type SheetBarProps = {
  sheet: BarSheet;
  /** What stands in the sheet, in a line. */
  summary: ReactNode;
  save: string;
  canSave: boolean;
  /** Beside Save: the reason for a change, where one is needed. */
  children?: ReactNode;
};

/** Sticks to the bottom of a sheet: what is unsaved or wrong on one side, Undo and Save on the other. */
export function SheetBar({ sheet, summary, save, canSave, children }: SheetBarProps) {
  const { t } = useTranslation('class-page');
  const { t: common } = useTranslation();
  useSaveBarMark();
  const words = useWords(sheet);
  const { isKept } = sheet.draft;
  return (
    <div className={styles.bar} data-save-bar>
      <div className={styles.barWords}>
        <div role="status" className={styles.barProblem}>
          {words?.text}
          {words?.detail !== undefined && <small>{words.detail}</small>}
        </div>
        <div>{summary}</div>
        {sheet.isTyped && <small data-warns={isKept === false || undefined}>{isKept !== undefined && common(isKept ? 'draft.kept' : 'draft.memory')}</small>}
      </div>
      {children}
      <div className={styles.barButtons}>
        {sheet.isTyped && <Button onClick={sheet.discard}>{t('bar.undo')}</Button>}
        <Button variant="solid" disabled={!canSave || sheet.isSaving} onClick={() => void sheet.save()}>
          {save}
        </Button>
      </div>
    </div>
  );
}
