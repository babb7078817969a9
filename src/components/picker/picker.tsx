import { createListCollection } from '@chakra-ui/react/collection';
import { Combobox } from '@chakra-ui/react/combobox';
import { chakra } from '@chakra-ui/react/styled-system';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { InputBox } from '#src/components/kit/field.tsx';
import { takesCards } from '#src/components/scan/takes-scan.ts';
import { Chakra } from '#src/theme/chakra.tsx';

/** A record to choose, with a detail that tells it from others of the same name. */
export type PickerChoice = { id: string; label: string; detail?: string };

type PickerProps = {
  label: string;
  placeholder?: string;
  /**
   * The typed text, and the function that looks it up on the server or in the copy on the device.
   */
  search: string;
  onSearch: (text: string) => void;
  /** Undefined while they are looked up. */
  choices: readonly PickerChoice[] | undefined;
  onChoose: (id: string) => void;
  /** The last entry of the list, which makes a new record of the typed text. */
  create?: { label: string; onCreate: (text: string) => void };
  /**
   * Gives every scanned code to `useScan`; by default the box keeps those that no reader waits for.
   */
  takesScan?: boolean;
  /** A note about incomplete choices: from a copy, or the first of many. */
  note?: ReactNode;
};

const CREATE = 'create';

const item = {
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  alignItems: 'center',
  columnGap: '4',
  minHeight: 'touch',
  px: '3',
  cursor: 'pointer',
  _highlighted: { bg: 'indigo.subtle', boxShadow: 'inset 3px 0 0 {colors.indigo.solid}' },
} as const;

/**
 * Finds one record by typed text. Arrows and Enter choose, Escape closes; screen readers read the
 * matches.
 */
export function Picker({
  label,
  placeholder,
  search,
  onSearch,
  choices,
  onChoose,
  create,
  takesScan = false,
  note,
}: PickerProps) {
  const { t } = useTranslation();
  const newLabel = search.trim() === '' ? undefined : create?.label;
  const collection = useMemo(() => {
    const made: PickerChoice[] = newLabel === undefined ? [] : [{ id: CREATE, label: newLabel }];
    return createListCollection({
      items: [...(choices ?? []), ...made],
      itemToValue: ({ id }) => id,
      itemToString: ({ label: words }) => words,
    });
  }, [choices, newLabel]);
  const isFound = search.trim() !== '' && choices !== undefined;
  return (
    <Chakra>
      <Combobox.Root
        collection={collection}
        width="full"
        position="relative"
        display="grid"
        gap="1"
        inputValue={search}
        value={[]}
        onInputValueChange={({ inputValue, reason }) => {
          if (reason === 'input-change' || reason === 'clear-trigger') onSearch(inputValue);
        }}
        onValueChange={({ value: [id] }) => {
          if (id === undefined) return;
          if (id === CREATE) create?.onCreate(search.trim());
          else onChoose(id);
          onSearch('');
        }}
        selectionBehavior="clear"
        openOnClick={false}
        inputBehavior="autohighlight"
        positioning={{ sameWidth: true, placement: 'bottom-start' }}
      >
        <Combobox.Label textStyle="sm" fontWeight="medium">
          {label}
        </Combobox.Label>
        <Combobox.Control>
          <InputBox>
            <Combobox.Input
              type="search"
              {...(!takesScan && takesCards)}
              autoComplete="off"
              placeholder={placeholder}
              onKeyDown={(event) => {
                // Enter chooses here and does not save the form around it.
                if (event.key === 'Enter') event.preventDefault();
              }}
            />
          </InputBox>
        </Combobox.Control>
        <Combobox.Positioner>
          <Combobox.Content
            zIndex="modal"
            maxHeight="320px"
            overflowY="auto"
            bg="bg.panel"
            border="1px solid {colors.border}"
            borderRadius="md"
            boxShadow="overlay"
          >
            {collection.items.map((choice) => (
              <Combobox.Item key={choice.id} item={choice} css={item}>
                <Combobox.ItemText fontWeight={choice.id === CREATE ? 'semibold' : undefined}>
                  {choice.label}
                </Combobox.ItemText>
                {choice.detail !== undefined && (
                  <chakra.span color="fg.muted">{choice.detail}</chakra.span>
                )}
              </Combobox.Item>
            ))}
            {isFound && choices.length === 0 && (
              <chakra.p padding="3" color="fg.muted">
                {t('list.noMatch', { search })}
              </chakra.p>
            )}
            {note !== undefined && (
              <chakra.p padding="3" color="fg.muted" textStyle="xs">
                {note}
              </chakra.p>
            )}
          </Combobox.Content>
        </Combobox.Positioner>
        <chakra.p role="status" srOnly>
          {isFound ? t('list.found', { total: choices.length }) : ''}
        </chakra.p>
      </Combobox.Root>
    </Chakra>
  );
}
