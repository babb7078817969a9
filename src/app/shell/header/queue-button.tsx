import { ListTodo } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { QueueAnswer } from '#contract/reports/overview.ts';
import { Menu } from '#src/components/kit/menu.tsx';
import { useOverviewPart } from '#src/features/overview/overview-queries.ts';
import { QueueList } from '#src/features/overview/queue/queue-list.tsx';
import { formatNumber } from '#src/lib/text/format.ts';
import styles from './queue-button.module.css';

const WIDTH = 560;

/**
 * Opens the queue of waiting work and shows its count, for roles whose home page is not the
 * overview.
 */
export function QueueButton() {
  const { t } = useTranslation('queue');
  const queue = useOverviewPart<QueueAnswer>('queue');
  const total = queue.answer?.total ?? 0;
  const trigger = (
    <span className={styles.sign}>
      <ListTodo aria-hidden size={20} strokeWidth={1.75} />
      {total > 0 && <span className={styles.count}>{formatNumber(total)}</span>}
    </span>
  );
  return (
    <Menu
      trigger={trigger}
      label={total > 0 ? t('button', { count: total }) : t('title')}
      width={WIDTH}
    >
      {(close) => (
        <section
          className={styles.panel}
          aria-label={t('title')}
          onClick={({ target }) => (target as Element).closest('a') && close()}
        >
          <h2>{t('title')}</h2>
          <QueueList queue={queue} />
        </section>
      )}
    </Menu>
  );
}
