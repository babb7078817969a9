import { Button } from '@chakra-ui/react/button';
import { chakra } from '@chakra-ui/react/styled-system';
import { Clock, RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '#src/lib/format.ts';
import type { List } from '#src/lib/resource.ts';

/** When the list on screen was true, and a way to ask again; marigold and the word "old" when the last try failed. */
export function Freshness({ list }: { list: List<unknown> }) {
  const { t } = useTranslation();
  if (list.rows === undefined) return null;
  const time = formatTime(new Date(list.fetchedAt).toISOString());
  const asOf = t('list.asOf', { time });
  const isOld = list.status === 'failed';
  return (
    <chakra.span
      display="inline-flex"
      alignItems="center"
      gap="1"
      color={isOld ? 'marigold.fg' : 'fg.muted'}
      textStyle="xs"
      whiteSpace="nowrap"
    >
      <Clock aria-hidden size={14} strokeWidth={1.75} />
      {isOld ? t('list.old', { asOf }) : asOf}
      <Button
        variant="ghost"
        px="0"
        aria-label={t('action.refresh')}
        aria-busy={list.status === 'refreshing'}
        onClick={list.refetch}
      >
        <RefreshCw aria-hidden />
      </Button>
    </chakra.span>
  );
}
