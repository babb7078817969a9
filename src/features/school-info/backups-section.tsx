import { useTranslation } from 'react-i18next';
import type { BackupList, BackupRow } from '#contract/centre/backups.ts';
import { DOT } from '#contract/words/dot.ts';
import { Button } from '#src/components/kit/button.tsx';
import { Mark, type MarkTone } from '#src/components/kit/mark.tsx';
import { formatDateTime, formatSize } from '#src/lib/text/format.ts';
import { useOnline } from '#src/offline/use-online.ts';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import styles from './backups-section.module.css';
import { useBackups, useBackupActs } from './backup-queries.ts';

const tones: Record<BackupRow['state'], MarkTone> = {
  good: 'on',
  running: 'new',
  written: 'off',
  failed: 'off',
};

type Acts = ReturnType<typeof useBackupActs>;

function Row({ row, acts }: { row: BackupRow; acts: Acts }) {
  const { t } = useTranslation('school-info');
  const at = formatDateTime(row.startedAt);
  const facts = [
    row.by === '' ? t(`backups.kind.${row.kind}`) : row.by,
    row.bytes === null ? '' : formatSize(row.bytes),
    row.encrypted ? t('backups.sealed') : '',
    row.reason === '' ? '' : t(`backups.reason.${row.reason}`),
    row.second === 'none' ? '' : t(`backups.second.${row.second}`),
  ];
  return (
    <li>
      <div>
        <strong>{at}</strong>{' '}
        <Mark label={t(`backups.state.${row.state}`)} tone={tones[row.state]} />
        <small>{facts.filter((fact) => fact !== '').join(DOT)}</small>
      </div>
      {row.hasFile && (
        <Button
          disabled={acts.isBusy}
          aria-label={t('backups.downloadOf', { at })}
          onClick={() => void acts.download(row)}
        >
          {t('backups.downloadOne')}
        </Button>
      )}
    </li>
  );
}

function Settings({ list }: { list: BackupList }) {
  const { t } = useTranslation('school-info');
  return (
    <ul className={styles.facts}>
      <li>
        {list.lastGoodAt === null
          ? t('backups.none')
          : t('backups.last', { at: formatDateTime(list.lastGoodAt) })}
      </li>
      <li>
        {list.nightlyAt === null
          ? t('backups.notNightly')
          : t('backups.nightly', { at: list.nightlyAt })}
      </li>
      <li>
        {t('backups.folder')} <bdi dir="ltr">{list.folder}</bdi>
      </li>
      {list.secondFolder !== null && (
        <li>
          {t('backups.secondFolder')} <bdi dir="ltr">{list.secondFolder}</bdi>
        </li>
      )}
      <li>{t(list.isEncrypting ? 'backups.sealing' : 'backups.open')}</li>
    </ul>
  );
}

/** For superadmins: the age of the last good backup, a new one now, and the files to download. */
export function BackupsSection() {
  const { t } = useTranslation('school-info');
  const isOnline = useOnline();
  const { data: list } = useBackups();
  const acts = useBackupActs();
  if (!list) return null;
  const isRunning = list.rows.some(({ state }) => state === 'running');
  const newest = list.rows.find(({ state, hasFile }) => state === 'good' && hasFile);
  const cannot = !isOnline || acts.isBusy;
  return (
    <section id="backups" className={styles.section} aria-labelledby="backups-title">
      <h2 id="backups-title">{t('backups.title')}</h2>
      <Settings list={list} />
      <div className={styles.acts}>
        <Button disabled={cannot || isRunning || !list.canBackUp} onClick={() => void acts.start()}>
          {t('backups.now')}
        </Button>
        <Button disabled={cannot || !newest} onClick={() => newest && void acts.download(newest)}>
          {t('backups.download')}
        </Button>
      </div>
      <p role="status">{isRunning && t('backups.running')}</p>
      {acts.problem !== '' && <ErrorText role="alert">{acts.problem}</ErrorText>}
      {list.rows.length > 0 && (
        <ul className={styles.rows} aria-label={t('backups.recent')}>
          {list.rows.map((row) => (
            <Row key={row._id} row={row} acts={acts} />
          ))}
        </ul>
      )}
    </section>
  );
}
