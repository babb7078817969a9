import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Panel } from '#src/components/kit/panel.tsx';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import type { Part } from '#src/features/overview/overview-queries.ts';
import styles from '#src/features/overview/overview.module.css';

type PanelProps = {
  title: string;
  count?: string | undefined;
  /** A word or a link at the end of its head. */
  aside?: ReactNode;
  /** True if its rows reach to its edges. */
  isBare?: boolean;
  children: ReactNode;
};

/** A part of the overview with its heading. */
export function OverviewPanel({ title, count, aside, isBare = false, children }: PanelProps) {
  return (
    <Panel title={title} count={count} tools={aside}>
      <div className={isBare ? styles.bare : styles.body}>{children}</div>
    </Panel>
  );
}

type AnswerProps<Answer> = {
  part: Part<Answer>;
  isEmpty?: (answer: Answer) => boolean;
  empty?: string;
  children: (answer: Answer) => ReactNode;
};

/** Shows a part once its answer is there, and until then its loading, empty or failed state. */
export function WithAnswer<Answer>({
  part: { answer, error, refetch },
  isEmpty,
  empty,
  children,
}: AnswerProps<Answer>) {
  const { t } = useTranslation(['overview', 'common']);
  if (answer === undefined)
    return error ? (
      <LoadFailed error={error} failed={t('failed')} onRetry={refetch} />
    ) : (
      <p
        role="status"
        className={styles.waits}
        aria-label={t('common:loading')}
        data-instead={t('common:print.late')}
      />
    );
  if (isEmpty?.(answer)) return <p className={styles.note}>{empty}</p>;
  return children(answer);
}
