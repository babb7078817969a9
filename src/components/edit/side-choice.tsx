import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';

/** The values of one field side by side, to choose one of them. */
export function SideChoices({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <chakra.fieldset css={{ '& + &': { borderTopWidth: '1px', borderColor: 'border.muted' } }}>
      <chakra.legend float="left" width="full" px="3" pt="2" textStyle="sm" fontWeight="semibold">
        {label}
      </chakra.legend>
      <chakra.div display="grid" gridTemplateColumns="1fr 1fr" clear="both">
        {children}
      </chakra.div>
    </chakra.fieldset>
  );
}

type SideChoiceProps = {
  name: string;
  /** Names the person or record the value comes from. */
  side: string;
  checked: boolean;
  onChoose: () => void;
  /** Takes the whole row. */
  wide?: boolean;
  children: ReactNode;
};

/** One of the values. */
export function SideChoice({
  name,
  side,
  checked,
  onChoose,
  wide = false,
  children,
}: SideChoiceProps) {
  return (
    <chakra.label
      display="flex"
      alignItems="center"
      gap="2"
      minWidth="0"
      minHeight="touch"
      px="3"
      gridColumn={wide ? '1 / -1' : undefined}
      cursor="pointer"
      overflowWrap="anywhere"
      css={{ '&:has(:checked)': { bg: 'indigo.subtle', fontWeight: 'medium' } }}
    >
      <chakra.input
        type="radio"
        name={name}
        checked={checked}
        onChange={onChoose}
        accentColor="indigo.solid"
      />
      <chakra.span minWidth="0" whiteSpace="pre-line">
        <chakra.small display="block" color="fg.muted" textStyle="xs" fontWeight="normal">
          {side}
        </chakra.small>
        {children}
      </chakra.span>
    </chakra.label>
  );
}
