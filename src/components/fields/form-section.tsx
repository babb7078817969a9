import { chakra } from '@chakra-ui/react/styled-system';
import { useId, type ReactNode } from 'react';

/** Fields that belong together, under a heading; sections are parted by a hairline. */
export function FormSection({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  const id = useId();
  return (
    <chakra.section
      aria-labelledby={id}
      padding="4"
      css={{ '& + &': { borderTopWidth: '1px', borderColor: 'border.muted' } }}
    >
      <chakra.h2 id={id} fontSize="lg" fontWeight="semibold" lineHeight="tight" marginBottom="3">
        {title}
        {hint && (
          <chakra.small marginInlineStart="2" color="fg.muted" textStyle="xs" fontWeight="normal">
            {hint}
          </chakra.small>
        )}
      </chakra.h2>
      <chakra.div display="grid" gap="3" gridTemplateColumns={{ base: '1fr', md: 'repeat(2, minmax(0, 1fr))' }} columnGap="4">
        {children}
      </chakra.div>
    </chakra.section>
  );
}
