import { chakra } from '@chakra-ui/react/styled-system';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

type PageStateProps = {
  icon: LucideIcon;
  title: string;
  text?: string | undefined;
  /** What can be done about it, one button. */
  children?: ReactNode;
  /** Something went wrong, rather than there being nothing. */
  failed?: boolean;
};

/** In place of a page's content: why there is none, and the one thing to do about it. */
export function PageState({ icon: Icon, title, text, children, failed = false }: PageStateProps) {
  return (
    <chakra.div
      role={failed ? 'alert' : 'status'}
      display="grid"
      justifyItems="center"
      gap="2"
      px="5"
      py="8"
      textAlign="center"
      bg="bg.panel"
      borderWidth="1px"
      borderRadius="lg"
    >
      <chakra.span color={failed ? 'lac.fg' : 'fg.subtle'}>
        <Icon aria-hidden size={28} strokeWidth={1.5} />
      </chakra.span>
      <chakra.h2 fontSize="md" fontWeight="semibold" lineHeight="body">
        {title}
      </chakra.h2>
      {text && (
        <chakra.p maxWidth="40ch" color="fg.muted" lineHeight="lao">
          {text}
        </chakra.p>
      )}
      {children && <chakra.div marginTop="2">{children}</chakra.div>}
    </chakra.div>
  );
}
