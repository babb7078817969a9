import { Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ImportCheck } from '#contract/imports/imports.ts';
import styles from './import.module.css';
import { Lines } from './lines.tsx';

/** Titles that were taken off names, with the gender where the row takes it from the title. */
export function NameTitles({ titles }: { titles: ImportCheck['titles'] }) {
  const { t } = useTranslation(['tables', 'people']);
  const title = t('import.titles.title', { count: titles.length });
  return (
    <section className={styles.section}>
      <h3>
        <Users aria-hidden size={18} />
        {title}
      </h3>
      <p>{t('import.titles.text')}</p>
      <Lines
        label={title}
        heads={[
          ...[t('import.check.row'), t('import.check.person')],
          ...[t('import.titles.person'), t('import.titles.name'), t('import.titles.gender')],
        ]}
        lines={titles.map(({ row, written, title: words, name, gender }) => [
          ...[row, written, words, name],
          gender ? t(`people:genders.${gender}`) : '',
        ])}
        count={titles.length}
      />
    </section>
  );
}
