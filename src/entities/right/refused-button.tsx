import { useId, useState, type ComponentProps } from 'react';
import { Button } from '#src/components/kit/button.tsx';
import styles from './refused-button.module.css';

type RefusedButtonProps = Omit<ComponentProps<typeof Button>, 'onClick' | 'disabled'> & {
  /** The sentences of `useRightWords`. */
  reasons: readonly string[];
};

/**
 * A button that this person may not use. It stays in reach of keyboard and finger, and says why
 * when it is focused, pressed, or held.
 */
export function RefusedButton({ reasons, ...button }: RefusedButtonProps) {
  const id = useId();
  const [isSaid, setSaid] = useState(false);
  return (
    <span className={styles.refused}>
      <Button
        {...button}
        aria-disabled
        aria-describedby={id}
        onClick={() => setSaid(true)}
        onContextMenu={(event) => {
          event.preventDefault();
          setSaid(true);
        }}
        onFocus={() => setSaid(true)}
        onBlur={() => setSaid(false)}
        onKeyDown={({ key }) => key === 'Escape' && setSaid(false)}
      />
      <span id={id} className={styles.reason} data-said={isSaid || undefined}>
        {reasons.join('. ')}
      </span>
    </span>
  );
}
