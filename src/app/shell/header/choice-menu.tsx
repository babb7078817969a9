import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from '#src/app/shell/dropdown.module.css';

type Choice<Value> = { value: Value; children: ReactNode };
type Props<Value> = {
  label: string;
  value: Value | undefined;
  choices: readonly Choice<Value>[];
  onChoose: (value: Value) => void;
};

/** A menu with one current item. */
export function ChoiceMenu<Value extends string>({
  label,
  value,
  choices,
  onChoose,
}: Props<Value>) {
  return (
    <div role="menu" aria-label={label}>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          role="menuitemradio"
          aria-checked={choice.value === value}
          className={styles.item}
          onClick={() => onChoose(choice.value)}
        >
          <span className={styles.mark}>
            {choice.value === value && <Check size={16} aria-hidden />}
          </span>
          {choice.children}
        </button>
      ))}
    </div>
  );
}
