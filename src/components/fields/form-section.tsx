import { chakra } from '@chakra-ui/react/styled-system';
import { useId, type ReactNode } from 'react';

type FormSectionProps = {
  title: string;
  /** True if its only field is required and has no label of its own. */
  required?: boolean;
  hint?: string;
  children: ReactNode;
};

/** Fields that belong together, under a heading; hairlines separate sections. */
export function FormSection({ title, required, hint, children }: FormSectionProps) {
  const id = useId();
  return (
    <chakra.section
      aria-labelledby={id}
      padding="4"
      css={{ '& + &': { borderTopWidth: '1px', borderColor: 'border.muted' } }}
    >
      <chakra.h2 id={id} fontSize="lg" fontWeight="semibold" lineHeight="tight" marginBottom="3">
        {title}
        {required && (
          <chakra.span aria-hidden color="lac.fg">
            {' *'}
          </chakra.span>
        )}
        {hint && (
          <chakra.small marginInlineStart="2" color="fg.muted" textStyle="xs" fontWeight="normal">
            {hint}
          </chakra.small>
        )}
      </chakra.h2>
      <chakra.div
        display="grid"
        gap="3"
        gridTemplateColumns={{ base: '1fr', md: 'repeat(2, minmax(0, 1fr))' }}
        columnGap="4"
      >
        {children}
      </chakra.div>
    </chakra.section>
  );
}
