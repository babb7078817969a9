import { chakra } from '@chakra-ui/react/styled-system';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/**
 * Warns, while somebody types, about something to check before saving; `children` gives the
 * details.
 */
export function WarningNote({ title, children }: { title: string; children?: ReactNode }) {
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
        {title}
      </chakra.p>
      {children}
    </chakra.div>
  );
}
