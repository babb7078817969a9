import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, Keyboard } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { Note } from '#src/components/kit/note.tsx';
import { Sheet, SheetEntry } from '#src/components/kit/sheet.tsx';
import { LineSkeleton } from '#src/components/kit/skeleton.tsx';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { useMedia } from '#src/lib/browser/use-media.ts';
import { helpFor } from './help-pages.ts';
import styles from './help.module.css';
import { KeysList } from './keys-list.tsx';
import { ManualText } from './manual-text.tsx';
import { packQuery } from './manual.ts';

/** The list of keys, which is no text of the manual. */
const KEYS = 'keys';
/** A mouse stands beside a keyboard; a finger mostly does not. */
const MOUSE = '(any-hover: hover) and (any-pointer: fine)';
const chapters = ['clerk', 'finance', 'admin', 'owner'] as const;

/** A text of the manual and its title. */
function useText(page: string) {
  const language = useLanguage();
  const [folder = ''] = page.split('/');
  const { data, isError } = useQuery({ ...packQuery(language, folder), enabled: page !== KEYS });
  const [first, ...blocks] = data?.[page] ?? [];
  return { title: first?.kind === 'heading' ? first.text : undefined, blocks, isError };
}

/** What follows every text: the keys, and the chapters of the manual. */
function Ways({ open }: { open: (page: string) => void }) {
  const { t } = useTranslation('find');
  const hasKeyboard = useMedia(MOUSE);
  return (
    <section aria-label={t('manual.title')} className={styles.ways}>
      <h3>{t('manual.title')}</h3>
      {chapters.map((chapter) => (
        <SheetEntry
          key={chapter}
          onClick={() => open(chapter === 'owner' ? chapter : `${chapter}/README`)}
        >
          {t(`manual.${chapter}`)}
        </SheetEntry>
      ))}
      {hasKeyboard && (
        <SheetEntry icon={Keyboard} onClick={() => open(KEYS)}>
          {t('keys.title')}
        </SheetEntry>
      )}
    </section>
  );
}

type HelpSheetProps = {
  /** The first text, or the list of keys; without one the help of the screen behind. */
  first?: string | undefined;
  onClose: () => void;
};

/** The help of a screen, and from there the whole manual, beside the page. */
export function HelpSheet({ first, onClose }: HelpSheetProps) {
  const { t } = useTranslation('find');
  const location = useLocation();
  const [trail, setTrail] = useState<readonly string[]>(() => [first ?? helpFor(location)]);
  const page = trail.at(-1) ?? KEYS;
  const { title, blocks, isError } = useText(page);
  const top = useRef<HTMLDivElement>(null);
  const open = (next: string) => setTrail([...trail, next]);
  useEffect(() => {
    if (trail.length > 1) top.current?.focus();
    top.current?.scrollIntoView({ block: 'nearest' });
  }, [trail]);
  return (
    <Sheet
      isBeside
      title={page === KEYS ? t('keys.title') : (title ?? t('manual.help'))}
      onClose={onClose}
    >
      <div ref={top} tabIndex={-1} className={styles.page}>
        {trail.length > 1 && (
          <SheetEntry icon={ChevronLeft} onClick={() => setTrail(trail.slice(0, -1))}>
            {t('manual.back')}
          </SheetEntry>
        )}
        {page === KEYS && <KeysList />}
        {page !== KEYS && isError && (
          <Note tone="wait" role="alert">
            {t('manual.failed')}
          </Note>
        )}
        {page !== KEYS && !isError && title === undefined && (
          <div role="status" aria-label={t('manual.loading')} className={styles.waiting}>
            {['90%', '70%', '80%'].map((width) => (
              <LineSkeleton key={width} width={width} />
            ))}
          </div>
        )}
        <ManualText blocks={blocks} open={open} />
        <Ways open={open} />
      </div>
    </Sheet>
  );
}
