import { chakra } from '@chakra-ui/react/styled-system';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** Says, while somebody types, that this person may be there already; each of `children` is one of them. */
export function DuplicateNote({ children }: { children: ReactNode }) {
  const { t } = useTranslation('people');
  return (
    <chakra.div
      role="status"
      gridColumn="1 / -1"
      px="3"
      py="2"
      bg="marigold.subtle"
      borderWidth="1px"
      borderColor="marigold.muted"
      borderRadius="md"
      lineHeight="lao"
    >
      <chakra.p display="flex" alignItems="center" gap="2" fontWeight="semibold">
        <TriangleAlert aria-hidden size={16} strokeWidth={1.75} />
        {t('record.maybe')}
      </chakra.p>
      {children}
    </chakra.div>
  );
}

/** One person it may be, with what is to be done about it. */
export function DuplicateLine({ text, children }: { text: string; children: ReactNode }) {
  return (
    <chakra.div display="flex" flexWrap="wrap" alignItems="center" justifyContent="space-between" gap="2" minHeight="touch">
      {text}
      {children}
    </chakra.div>
  );
}
