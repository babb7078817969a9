import { chakra } from '@chakra-ui/react/styled-system';
import { FieldFrame } from './field-frame.tsx';
import type { Option } from './select-field.tsx';
import { useField, type FieldProps } from './use-field.ts';

type ChoiceFieldProps<Value> = FieldProps<Value> & {
  options: readonly Option<Value>[];
  /** Called before the choice is in the form. */
  onChoose?: (value: Value) => void;
};

/** One of a few values, all visible. */
export function ChoiceField<Value extends string | number>({
  options,
  onChoose,
  ...props
}: ChoiceFieldProps<Value>) {
  const field = useField(
    props,
    (value) => options.find((option) => option.value === value)?.label ?? '',
  );
  return (
    <FieldFrame {...props} error={field.error}>
      {(control) => (
        <chakra.div
          {...control}
          role="radiogroup"
          aria-label={props.label}
          display="flex"
          minHeight="control"
          overflow="clip"
          borderWidth="1px"
          borderColor="border.emphasized"
          borderRadius="md"
          bg="bg.panel"
          css={{
            '&[aria-invalid=true]': {
              borderColor: 'border.error',
              boxShadow: 'inset 0 0 0 1px {colors.border.error}',
            },
          }}
        >
          {options.map((option) => (
            <chakra.label
              key={option.value}
              position="relative"
              flex="1 0 auto"
              minWidth="0"
              display="grid"
              placeItems="center"
              px="2"
              whiteSpace="nowrap"
              color="fg.muted"
              fontWeight="medium"
              cursor="pointer"
              css={{
                '& + &': { borderInlineStartWidth: '1px' },
                '&:has(:checked)': {
                  bg: 'indigo.subtle',
                  color: 'indigo.fg',
                  boxShadow: 'inset 0 -2px 0 {colors.indigo.solid}',
                },
                '&:has(:focus-visible)': {
                  outline: '2px solid {colors.indigo.focusRing}',
                  outlineOffset: '-2px',
                },
              }}
            >
              <chakra.input
                type="radio"
                name={props.name}
                position="absolute"
                inset="0"
                opacity="0"
                cursor="pointer"
                checked={field.value === option.value}
                onChange={() => {
                  onChoose?.(option.value);
                  field.change(option.value);
                }}
                onBlur={field.blur}
              />
              {option.label}
            </chakra.label>
          ))}
        </chakra.div>
      )}
    </FieldFrame>
  );
}
