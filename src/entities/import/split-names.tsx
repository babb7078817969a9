import { Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ImportCheck } from '#contract/imports/imports.ts';
import styles from './import.module.css';
import { Lines } from './lines.tsx';

/** Full names as they were split, which the person confirms by importing them. */
export function SplitNames({ names }: { names: ImportCheck['names'] }) {
  const { t } = useTranslation('tables');
  return (
    <section className={styles.section}>
      <h3>
        <Users aria-hidden size={18} />
        {t('import.names.title', { count: names.length })}
      </h3>
      <p>{t('import.names.text')}</p>
      <Lines
        label={t('import.names.title', { count: names.length })}
        heads={[
          t('import.check.row'),
          t('import.check.person'),
          t('import.names.first'),
          t('import.names.last'),
        ]}
        lines={names.map(({ row, written, firstName, lastName }) => [
          row,
          written,
          firstName,
          lastName,
        ])}
        count={names.length}
      />
    </section>
  );
}
