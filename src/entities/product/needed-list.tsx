import { X } from 'lucide-react';
import { lazy, Suspense, useContext, useDeferredValue, useEffect, useRef, useState } from 'react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import {
  neededKinds,
  type CourseOfProduct,
  type ProductOfCourse,
} from '#contract/stock/products.ts';
import { ChoiceField } from '#src/components/fields/choice-field.tsx';
import {
  FormLook,
  useFormContextValue,
  type FieldBinding,
} from '#src/components/fields/form-context.ts';
import { NumberField } from '#src/components/fields/number-field.tsx';
import { IconButton } from '#src/components/kit/button.tsx';
import { LineSkeleton } from '#src/components/kit/skeleton.tsx';
import { Unseen } from '#src/components/kit/unseen.tsx';
import type { PickerChoice } from '#src/components/picker/picker.tsx';
import styles from './product.module.css';

// The search is too large for a form, so it is fetched once the form is shown.
const Picker = lazy(async () => ({
  default: (await import('#src/components/picker/picker.tsx')).Picker,
}));

type FinderProps = {
  label: string;
  placeholder: string;
  find: (text: string) => readonly PickerChoice[];
  onChoose: (id: string) => void;
};

function Finder({ label, placeholder, find, onChoose }: FinderProps) {
  const [text, setText] = useState('');
  const isFormShown = useDeferredValue(true, false);
  return (
    <div className={styles.search}>
      <Suspense fallback={<LineSkeleton height="var(--size-touch)" />}>
        {isFormShown ? (
          <Picker
            label={label}
            placeholder={placeholder}
            search={text}
            onSearch={setText}
            choices={find(text)}
            onChoose={onChoose}
          />
        ) : (
          <LineSkeleton height="var(--size-touch)" />
        )}
      </Suspense>
    </div>
  );
}

type Needed = CourseOfProduct | ProductOfCourse;

type NeededListProps<Item extends Needed> = FieldBinding<Item[]> &
  Omit<FinderProps, 'onChoose'> & {
    /** The label for comparing versions of the form. */
    title: string;
    idOf: (item: Item) => string;
    make: (id: string) => Item;
    nameOf: (id: string) => string;
    /** Further details of an entry, such as who needs it. */
    aboutOf: (id: string) => string;
    max: number;
  };

/**
 * The products that a course needs, or the courses that need a product, with quantities and whether
 * students usually take them.
 */
export function NeededList<Item extends Needed>({
  name,
  title,
  idOf,
  make,
  nameOf,
  aboutOf,
  max,
  find,
  ...finder
}: NeededListProps<Item>) {
  const { t } = useTranslation(['products', 'common']);
  const { bind, describe } = useFormContextValue();
  const { getValues } = useFormContext<Record<string, Item[]>>();
  const { fields, append, remove } = useFieldArray<Record<string, object[]>>({ name });
  const box = useRef<HTMLDivElement>(null);
  const show = (items: readonly Item[]) =>
    items.map((item) => `${nameOf(idOf(item))} × ${item.quantity}`).join(', ');
  useEffect(() =>
    describe(name, {
      label: title,
      show: (items) => show(items as Item[]) || t('common:form.none'),
    }),
  );
  const { Value } = useContext(FormLook);
  if (Value)
    return (
      <Value
        name={name}
        label={title}
        shown={() => show(getValues(name) ?? [])}
        error={undefined}
        wide
        isLtr={false}
      />
    );
  const listed = new Set((getValues(name) ?? []).map(idOf));
  return (
    <div ref={box} className={styles.needed}>
      {fields.map(({ id: key, ...item }, index) => {
        const id = idOf(item as Item);
        const part = (field: 'quantity' | 'needed') => bind(`${name}.${index}.${field}`);
        return (
          <fieldset key={key}>
            <legend>
              <Unseen>{nameOf(id)}</Unseen>
            </legend>
            <div>
              <b>{nameOf(id)}</b>
              <small>{aboutOf(id)}</small>
            </div>
            <NumberField {...part('quantity')} label={t('needed.quantity')} />
            <div>
              <ChoiceField
                {...part('needed')}
                label={t('needed.how')}
                options={neededKinds.map((value) => ({ value, label: t(`needed.${value}`) }))}
              />
            </div>
            <div>
              <IconButton
                icon={X}
                label={t('common:form.removeItem', { item: nameOf(id) })}
                onClick={() => {
                  remove(index);
                  box.current?.querySelector<HTMLElement>('input[type=search]')?.focus();
                }}
              />
            </div>
          </fieldset>
        );
      })}
      {fields.length < max && (
        <Finder
          {...finder}
          find={(text) => find(text).filter(({ id }) => !listed.has(id))}
          onChoose={(id) => append(make(id))}
        />
      )}
    </div>
  );
}
