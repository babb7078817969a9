import { Skeleton } from '@chakra-ui/react/skeleton';
import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';

const ROWS = 5;
/** Names are not all of one length. */
const WIDTHS = ['70%', '55%', '80%', '60%', '45%'];

/** A table that is still to come, in its shape: a head, some rows. */
export function TableSkeleton({ columns }: { columns: number }) {
  const { t } = useTranslation();
  return (
    <chakra.div role="status" aria-label={t('loading')} bg="bg.panel" borderWidth="1px" borderRadius="lg" overflow="clip">
      <chakra.div height="36px" bg="bg.subtle" borderBottomWidth="1px" />
      {Array.from({ length: ROWS }, (_, row) => (
        <chakra.div
          key={row}
          display="grid"
          gridTemplateColumns={`repeat(${columns}, 1fr)`}
          alignItems="center"
          gap="3"
          height="row"
          px="3"
          css={{ '& + &': { borderTopWidth: '1px', borderColor: 'border.muted' } }}
        >
          {Array.from({ length: columns }, (_column, column) => (
            <Skeleton key={column} width={WIDTHS[(row + column) % WIDTHS.length]} />
          ))}
        </chakra.div>
      ))}
    </chakra.div>
  );
}
