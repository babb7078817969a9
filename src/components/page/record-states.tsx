import { Button } from '@chakra-ui/react/button';
import { Skeleton } from '@chakra-ui/react/skeleton';
import { chakra } from '@chakra-ui/react/styled-system';
import { FileQuestion } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { LoadedRecord } from '#src/lib/request/resource.ts';
import { LoadFailed } from './load-failed.tsx';
import { PageState } from './page-state.tsx';

const PLACES = 6;

function FormSkeleton() {
  const { t } = useTranslation();
  return (
    <chakra.div
      role="status"
      aria-label={t('loading')}
      display="grid"
      gap="4"
      padding="4"
      gridTemplateColumns={{ base: '1fr', md: '1fr 1fr' }}
      bg="bg.panel"
      borderWidth="1px"
      borderRadius="lg"
    >
      {Array.from({ length: PLACES }, (_, place) => (
        <chakra.div key={place} display="grid" gap="2">
          <Skeleton width="30%" />
          <Skeleton height="control" />
        </chakra.div>
      ))}
    </chakra.div>
  );
}

type RecordStatesProps<Row> = {
  record: LoadedRecord<Row>;
  /** The text for a record that failed to load. */
  failed: string;
  /** The list to go back to when the record does not exist. */
  back: string;
  /** The form, once its data is known: the record, or none for a new one. */
  children: (row: Row | undefined) => ReactNode;
};

/** A record page's form, or what replaces it until the record is there. */
export function RecordStates<Row>({ record, failed, back, children }: RecordStatesProps<Row>) {
  const { t } = useTranslation();
  if (record.status === 'new') return children(undefined);
  if (record.status === 'ready') return children(record.row);
  if (record.status === 'loading') return <FormSkeleton />;
  if (record.status === 'failed')
    return <LoadFailed error={record.error} failed={failed} onRetry={record.refetch} />;
  return (
    <PageState
      icon={FileQuestion}
      title={t('list.recordMissing')}
      text={t('list.recordMissingHint')}
    >
      <Button asChild>
        <Link to={back}>{t('action.back')}</Link>
      </Button>
    </PageState>
  );
}
