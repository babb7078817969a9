import { Plus, Trash2 } from 'lucide-react';
import { useContext, useEffect, useRef, type ReactNode } from 'react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '#src/components/kit/button.tsx';
import { FieldGroup } from '#src/components/kit/field-group.tsx';
import { Row, Stack } from '#src/components/kit/layout.tsx';
import { FormLook, useFormContextValue, type FieldBinding, type FieldOf } from './form-context.ts';

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
  const { Value } = useContext(FormLook);
  const show = (items: unknown) => (items as Item[]).map(props.nameOf).join(', ');
  useEffect(() =>
    describe(name, { label: props.label, show: (items) => show(items) || t('form.none') }),
  );
  if (Value)
    return (
      <Value
        name={name}
        label={props.label}
        shown={() => show(getValues(name) ?? [])}
        error={undefined}
        wide
        isLtr={false}
      />
    );
  return (
    <Stack gap={3} isWide>
      {fields.map(({ id }, index) => (
        <FieldGroup
          key={id}
          legend={`${props.itemLabel} ${index + 1}`}
          foot={
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
          }
        >
          {children((field) => bind(`${name}.${index}.${field}`))}
        </FieldGroup>
      ))}
      <Row>
        {' '}
        <Button
          icon={Plus}
          ref={addButton}
          disabled={fields.length >= props.max}
          onClick={() => append(props.blank)}
        >
          {props.addLabel}
        </Button>
      </Row>
    </Stack>
  );
}
