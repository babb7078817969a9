import { chakra } from '@chakra-ui/react/styled-system';
import { Plus, Trash2 } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '#src/components/kit/button.tsx';
import { useFormContextValue, type FieldBinding, type FieldOf } from './form-context.ts';

type RowListFieldProps<Item extends object> = FieldBinding<Item[]> & {
  label: string;
  addLabel: string;
  /** The word for an entry, and the name that tells it from the others. */
  itemLabel: string;
  nameOf: (item: Item) => string;
  /** The values of a new entry. */
  blank: Item;
  max: number;
  children: (field: FieldOf<Item>) => ReactNode;
};

/**
 * A short list of entries inside a record. Adding focuses the first field of the new entry,
 * removing focuses the add button.
 */
export function RowListField<Item extends object>({
  name,
  children,
  ...props
}: RowListFieldProps<Item>) {
  const { t } = useTranslation();
  const { bind, describe } = useFormContextValue();
  const { getValues } = useFormContext<Record<string, Item[]>>();
  const { fields, append, remove } = useFieldArray<Record<string, object[]>>({ name });
  const addButton = useRef<HTMLButtonElement>(null);
  useEffect(() =>
    describe(name, {
      label: props.label,
      show: (items) => (items as Item[]).map(props.nameOf).join(', ') || t('form.none'),
    }),
  );
  return (
    <chakra.div gridColumn="1 / -1" display="grid" gap="3" justifyItems="start">
      {fields.map(({ id }, index) => (
        <chakra.fieldset
          key={id}
          width="full"
          padding="3"
          border="1px solid {colors.border}"
          borderRadius="md"
          bg="bg.subtle"
        >
          <chakra.legend srOnly>{`${props.itemLabel} ${index + 1}`}</chakra.legend>
          {/* Three columns. */}
          <chakra.div
            display="grid"
            gap="3"
            gridTemplateColumns={{ base: '1fr', md: 'repeat(2, minmax(0, 1fr))' }}
            css={{
              '&:has(> :nth-child(3):last-child)': {
                gridTemplateColumns: { md: 'repeat(3, minmax(0, 1fr))' },
              },
            }}
          >
            {children((field) => bind(`${name}.${index}.${field}`))}
          </chakra.div>
          <chakra.div marginTop="2">
            <Button
              icon={Trash2}
              look="ghost"
              tone="danger"
              onClick={() => {
                remove(index);
                addButton.current?.focus();
              }}
            >
              {t('form.removeItem', {
                item: props.nameOf(getValues(name)?.[index] ?? props.blank) || props.itemLabel,
              })}
            </Button>
          </chakra.div>
        </chakra.fieldset>
      ))}
      <Button
        icon={Plus}
        ref={addButton}
        disabled={fields.length >= props.max}
        onClick={() => append(props.blank)}
      >
        {props.addLabel}
      </Button>
    </chakra.div>
  );
}
