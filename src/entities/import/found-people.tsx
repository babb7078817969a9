import { Copy, Users } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportCheck, ImportKind } from '#contract/imports/imports.ts';
import { formatPhone } from '#contract/people/phone.ts';
import { DOT } from '#contract/words/dot.ts';
import { Tick } from '#src/components/kit/tick.tsx';
import { InputBox } from '#src/components/kit/field.tsx';
import styles from './import.module.css';
import { Lines } from './lines.tsx';
import { guardianKey, type ImportChoices, type Choosing } from './use-choices.ts';

type Option<Choice> = { value: Choice; label: string; one: string };
type OneProps<Choice extends string> = {
  name: string;
  id: string;
  choosing: Choosing<Choice>;
  options: Option<Choice>[];
};

function OneChoice<Choice extends string>({ name, id, choosing, options }: OneProps<Choice>) {
  return (
    <InputBox>
      <select
        aria-label={name}
        value={choosing.of(id)}
        onChange={({ target }) => {
          const chosen = options.find(({ value }) => value === target.value);
          if (chosen) choosing.choose(id, chosen.value);
        }}
      >
        {options.map(({ value, one }) => (
          <option key={value} value={value}>
            {one}
          </option>
        ))}
      </select>
    </InputBox>
  );
}

function ForAll<Choice extends string>({
  choosing,
  options,
}: Omit<OneProps<Choice>, 'name' | 'id'>) {
  const { t } = useTranslation('tables');
  const name = useId();
  return (
    <div role="radiogroup" aria-label={t('import.check.forAll')}>
      {options.map(({ value, label }) => (
        <Tick
          key={value}
          isLine
          type="radio"
          name={name}
          checked={choosing.all === value && !choosing.isMixed}
          onChange={() => choosing.chooseAll(value)}
        >
          {label}
        </Tick>
      ))}
    </div>
  );
}

/** A person, and below, smaller, further details that tell who they are. */
function Named({ name, about }: { name: string; about: string }) {
  return (
    <>
      {name}
      <small>{about}</small>
    </>
  );
}

type FoundProps = { check: ImportCheck; choices: ImportChoices };

/**
 * Rows of people or products that may exist already: skip them, or add (update) them, all at once
 * or one by one.
 */
export function Duplicates({
  check,
  choices: { people },
  kind,
}: FoundProps & { kind: ImportKind }) {
  const { t } = useTranslation('tables');
  const mayChoose = check.problemRows === 0;
  const taken = kind === 'products' ? 'update' : 'add';
  const options = (['skip', taken] as const).map((value) => ({
    value,
    label: t(`import.check.${value}`),
    one: t(`import.check.${value}One`),
  }));
  const heads = [t('import.check.row'), t('import.check.person'), t('import.check.same')];
  const lines = check.duplicates.map(({ row, name, because, of }) => {
    const place = of.row === null ? of.code : t('import.check.inRow', { row: of.row });
    const label = t('import.check.choiceOf', { row, name });
    return [
      ...[
        row,
        name,
        <Named key="same" name={`${of.name} (${place})`} about={t(`import.check.${because}`)} />,
      ],
      ...(mayChoose
        ? [
            <OneChoice
              key={row}
              name={label}
              id={String(row)}
              choosing={people}
              options={options}
            />,
          ]
        : []),
    ];
  });
  return (
    <section className={styles.section}>
      <h3>
        <Copy aria-hidden size={18} />
        {t('import.check.duplicates', { count: check.duplicateRows })}
      </h3>
      {mayChoose && <ForAll choosing={people} options={options} />}
      <Lines
        label={t('import.check.same')}
        heads={mayChoose ? [...heads, t('import.check.choice')] : heads}
        lines={lines}
        count={check.duplicateRows}
      />
    </section>
  );
}

/** Guardians who may exist already: use the existing record, or add a new one for each. */
export function ParentMatches({ check, choices: { guardians } }: FoundProps) {
  const { t } = useTranslation('tables');
  const mayChoose = check.problemRows === 0;
  const options = [
    {
      value: 'add' as const,
      label: t('import.check.parentAdd'),
      one: t('import.check.parentAddOne'),
    },
    {
      value: 'link' as const,
      label: t('import.check.parentLink'),
      one: t('import.check.parentLinkOne'),
    },
  ];
  const heads = [t('import.check.row'), t('import.check.person'), t('import.check.same')];
  const lines = check.parents.map(({ row, guardian, firstName, lastName, phone, because, of }) => {
    const id = guardianKey({ row, guardian });
    const name = `${firstName} ${lastName}`;
    const label = t('import.check.choiceOf', { row, name });
    const why = because === 'phone' ? t('import.check.phone') : t('import.check.parentName');
    return [
      row,
      <Named key="written" name={name} about={formatPhone(phone)} />,
      <Named key="same" name={of.name} about={`${formatPhone(of.phone)}${DOT}${why}`} />,
      ...(mayChoose
        ? [<OneChoice key={id} name={label} id={id} choosing={guardians} options={options} />]
        : []),
    ];
  });
  return (
    <section className={styles.section}>
      <h3>
        <Users aria-hidden size={18} />
        {t('import.check.parents', { count: check.parentMatches })}
      </h3>
      {mayChoose && <ForAll choosing={guardians} options={options} />}
      <Lines
        label={t('import.check.parents', { count: check.parentMatches })}
        heads={mayChoose ? [...heads, t('import.check.choice')] : heads}
        lines={lines}
        count={check.parentMatches}
      />
    </section>
  );
}
