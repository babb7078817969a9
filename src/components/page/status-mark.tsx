import { chakra } from '@chakra-ui/react/styled-system';

/** A state in a word, with a mark whose form differs too: filled for what is in use, a ring for what is not. */
export function StatusMark({ on, label }: { on: boolean; label: string }) {
  return (
    <chakra.span display="inline-flex" alignItems="center" gap="7px" whiteSpace="nowrap" color={on ? 'fg' : 'fg.muted'}>
      <chakra.span
        width="8px"
        height="8px"
        flexShrink="0"
        borderRadius="full"
        borderWidth={on ? '0' : '1.5px'}
        borderColor="border.emphasized"
        bg={on ? 'leaf.focusRing' : 'transparent'}
      />
      {label}
    </chakra.span>
  );
}
