import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAge } from '#src/lib/age.ts';
import { formatSize } from '#src/lib/format.ts';
import { useLanguage } from '#src/lib/use-language.ts';
import type { KeptList } from '#src/offline/kept-lists.ts';
import controls from '#src/theme/controls.module.css';
import { DeviceSection, Outcome } from './device-section.tsx';
import styles from './device.module.css';

const named = ['academic-terms', 'branches', 'class-sessions', 'classes', 'course-categories', 'course-fees', 'courses', 'exchange-rates', 'rooms', 'staff-accounts', 'teachers', 'timetable'] as const;

type Props = { lists: KeptList[]; onDelete: () => Promise<void> };

/** The copies of lists on this device: how much, how old; and a way to be rid of them. */
export function ListsSection({ lists, onDelete }: Props) {
  const { t } = useTranslation('device');
  const { t: common } = useTranslation();
  const language = useLanguage();
  const [step, setStep] = useState<'asking' | 'deleted'>();

  // Of some lists only a part is kept; its name follows that of the list.
  const nameOf = (list: string) => {
    const known = named.find((name) => name === list.split(/[?:/|]/)[0]);
    return known === undefined ? list : t(`kept.${known}`);
  };
  const remove = async () => {
    await onDelete();
    setStep('deleted');
  };
  return (
    <DeviceSection title={t('lists.title')}>
      {lists.length === 0 && <p>{t('lists.none')}</p>}
      <ul className={styles.lists}>
        {lists.map(({ list, count, size, fetchedAt }) => (
          <li key={list}>
            {nameOf(list)}
            <small>
              {[t('lists.rows', { count }), formatSize(size), formatAge(new Date(fetchedAt).toISOString(), language)].join(' · ')}
            </small>
          </li>
        ))}
      </ul>
      {lists.length > 0 && step !== 'asking' && (
        <button
          type="button"
          className={`${controls.button} ${styles.delete}`}
          onClick={() => setStep('asking')}
        >
          {t('lists.delete')}
        </button>
      )}
      {step === 'asking' && (
        <>
          <p>{t('lists.question')}</p>
          <div className={styles.actions}>
            <button type="button" className={`${controls.button} ${styles.delete}`} onClick={() => void remove()}>
              {t('lists.confirm')}
            </button>
            <button type="button" className={controls.button} autoFocus onClick={() => setStep(undefined)}>
              {common('action.cancel')}
            </button>
          </div>
        </>
      )}
      <Outcome text={step === 'deleted' ? t('lists.deleted') : undefined} />
    </DeviceSection>
  );
}
