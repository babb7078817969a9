import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#src/components/kit/dialog.tsx';
import type { FieldDescription } from '#src/components/fields/form-context.ts';
import { Button } from '#src/components/kit/button.tsx';
import { SideChoice, SideChoices, Sides } from './side-choice.tsx';

type Values = Record<string, unknown>;
type Side = 'mine' | 'theirs';

type ConflictDialogProps = {
  /** The values that were saved when the form opened. */
  base: Values | undefined;
  mine: Values;
  theirs: Values;
  descriptions: ReadonlyMap<string, FieldDescription>;
  onKeep: () => void;
  /** Gets the values that replace what the other person saved. */
  onResolve: (chosen: Values) => void;
};

// Values of a form are plain data.
const isSame = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);

/**
 * Two people changed one record: shows both values of each field that differs, and lets this person
 * choose.
 */
export function ConflictDialog({
  base,
  mine,
  theirs,
  descriptions,
  onKeep,
  onResolve,
}: ConflictDialogProps) {
  const { t } = useTranslation();
  const differing = [...descriptions.keys()].filter(
    (name) => name in mine && !isSame(mine[name], theirs[name]),
  );
  // A field that this person never touched starts with the other person's value.
  const [sides, setSides] = useState(() =>
    Object.fromEntries(
      differing.map((name): [string, Side] => [
        name,
        base && isSame(mine[name], base[name]) ? 'theirs' : 'mine',
      ]),
    ),
  );
  const chosen = () =>
    Object.fromEntries(
      differing.filter((name) => sides[name] === 'mine').map((name) => [name, mine[name]]),
    );
  return (
    <Dialog
      title={t('conflict.title')}
      description={t('form.changedMeanwhile')}
      onClose={onKeep}
      footer={
        <>
          <Button onClick={onKeep}>{t('conflict.keep')}</Button>
          <Button look="solid" onClick={() => onResolve(chosen())}>
            {t('conflict.save')}
          </Button>
        </>
      }
    >
      <Sides>
        {differing.map((name) => {
          const field = descriptions.get(name);
          const choice = (side: Side, values: Values) => (
            <SideChoice
              name={`conflict-${name}`}
              side={t(`conflict.${side}`)}
              checked={sides[name] === side}
              onChoose={() => setSides({ ...sides, [name]: side })}
            >
              {field?.show(values[name]) || t('form.none')}
            </SideChoice>
          );
          return (
            <SideChoices key={name} label={field?.label}>
              {choice('mine', mine)}
              {choice('theirs', theirs)}
            </SideChoices>
          );
        })}
      </Sides>
    </Dialog>
  );
}
