import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DOT } from '#contract/words/dot.ts';
import { Button } from '#src/components/kit/button.tsx';
import { Toolbar } from '#src/components/kit/toolbar.tsx';
import { formatAge } from '#src/lib/text/age.ts';
import { formatSize } from '#src/lib/text/format.ts';
import { loadWords } from '#src/lib/text/i18n.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { deleteStoredLists, type StoredList } from '#src/offline/lists/stored-lists.ts';
import { DeviceSection, DeviceOutcome } from './device-section.tsx';
import styles from './device.module.css';
import { wordsFileOf } from './list-words.ts';

/** The name of a stored list may be followed by the part that is stored. */
const listOf = (stored: string) => stored.split(/[?:/|]/)[0] ?? stored;

/**
 * Merges parts of one list, such as the classes of a day, into one entry with the age of the oldest
 * part.
 */
function byName(stored: readonly StoredList[]): StoredList[] {
  const together = new Map<string, StoredList>();
  for (const { list: part, count, size, fetchedAt } of stored) {
    const list = listOf(part);
    const so = together.get(list) ?? { list, count: 0, size: 0, fetchedAt };
    together.set(list, {
      list,
      count: so.count + count,
      size: so.size + size,
      fetchedAt: Math.min(so.fetchedAt, fetchedAt),
    });
  }
  return [...together.values()];
}

/** Names lists with the words of their own locale files, and fetches those. */
function useListNames(lists: readonly StoredList[]): (stored: string) => string {
  const { i18n } = useTranslation();
  const language = useLanguage();
  const [, setFetched] = useState('');
  const files = [...new Set(lists.map(({ list }) => wordsFileOf(listOf(list))))].join();
  useEffect(() => {
    if (files !== '') void loadWords(files.split(',')).then(() => setFetched(files));
  }, [files]);
  return (stored) => {
    const list = listOf(stored);
    const words: unknown = i18n.getResource(language, wordsFileOf(list), `onDevice.${list}`);
    return typeof words === 'string' ? words : stored;
  };
}

/** The copies of lists on this device, their size and age, and a button to delete them. */
export function ListsSection({ lists }: { lists: StoredList[] }) {
  const { t } = useTranslation('device');
  const { t: common } = useTranslation();
  const language = useLanguage();
  const nameOf = useListNames(lists);
  const [step, setStep] = useState<'asking' | 'deleted'>();

  const remove = async () => {
    await deleteStoredLists();
    setStep('deleted');
  };
  return (
    <DeviceSection title={t('lists.title')}>
      {lists.length === 0 && <p>{t('lists.none')}</p>}
      <ul className={styles.lists}>
        {byName(lists).map(({ list, count, size, fetchedAt }) => (
          <li key={list}>
            {nameOf(list)}
            <small>
              {[
                t('lists.rows', { count }),
                formatSize(size),
                formatAge(new Date(fetchedAt).toISOString(), language),
              ].join(DOT)}
            </small>
          </li>
        ))}
      </ul>
      {lists.length > 0 && step !== 'asking' && (
        <Button tone="danger" wraps onClick={() => setStep('asking')}>
          {t('lists.delete')}
        </Button>
      )}
      {step === 'asking' && (
        <>
          <p>{t('lists.question')}</p>
          <Toolbar>
            <Button tone="danger" wraps onClick={() => void remove()}>
              {t('lists.confirm')}
            </Button>
            <Button autoFocus onClick={() => setStep(undefined)}>
              {common('action.cancel')}
            </Button>
          </Toolbar>
        </>
      )}
      <DeviceOutcome text={step === 'deleted' ? t('lists.deleted') : undefined} />
    </DeviceSection>
  );
}
