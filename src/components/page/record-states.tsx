import { FileQuestion } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#src/components/kit/empty-state.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { FormSkeleton } from '#src/components/kit/form-skeleton.tsx';
import type { LoadedRecord } from '#src/lib/request/resource.ts';
import { LoadFailed } from './load-failed.tsx';

type RecordStatesProps<Row> = {
  record: LoadedRecord<Row>;
  /** The text for a record that failed to load. */
  failed: string;
  /** The list to go back to when the record does not exist. */
  back: string;
  /** Stands in the place of a record that loads; by default the place of a form. */
  skeleton?: ReactNode;
  /** The form, once its data is known: the record, or none for a new one. */
  children: (row: Row | undefined) => ReactNode;
};

/** A record page's form, or what replaces it until the record is there. */
export function RecordStates<Row>({
  record,
  failed,
  back,
  skeleton = <FormSkeleton />,
  children,
}: RecordStatesProps<Row>) {
  const { t } = useTranslation();
  if (record.status === 'new') return children(undefined);
  if (record.status === 'ready') return children(record.row);
  if (record.status === 'loading') return skeleton;
  if (record.status === 'failed')
    return <LoadFailed error={record.error} failed={failed} onRetry={record.refetch} />;
  return (
    <EmptyState
      icon={FileQuestion}
      title={t('list.recordMissing')}
      text={t('list.recordMissingHint')}
    >
      <LinkButton to={back}>{t('action.back')}</LinkButton>
    </EmptyState>
  );
}
