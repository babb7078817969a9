import type { LucideIcon } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { IconButton } from '#src/components/kit/button.tsx';
import styles from './dropdown.module.css';

type Props = {
  /** The content of the button; if there is a `label`, screen readers read the label instead. */
  trigger: ReactNode;
  /** A button that is an icon; `trigger` then adds to it. */
  icon?: LucideIcon;
  label?: string;
  className?: string | undefined;
  /** Panel width in pixels; by default the content decides. */
  width?: number;
  /** The edge of the button that the panel aligns with. */
  align?: 'start' | 'end';
  children: (close: () => void) => ReactNode;
};

const STEPS: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

/**
 * A button with a panel below it. Opening focuses the checked or first item; arrows, Home and End
 * move the focus. Escape, a press outside, and Tab out of the panel close it.
 */
export function Dropdown({
  trigger,
  label,
  icon,
  className,
  width,
  align = 'end',
  children,
}: Props) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);

  const items = () => [...(panel.current?.querySelectorAll<HTMLElement>('a, button') ?? [])];
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };

  useEffect(() => {
    if (!isOpen) return;
    const checked = panel.current?.querySelector<HTMLElement>(
      '[aria-checked="true"], [aria-current]',
    );
    (checked ?? items()[0])?.focus();
    const pressed = ({ target }: PointerEvent) => {
      if (!box.current?.contains(target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', pressed);
    return () => document.removeEventListener('pointerdown', pressed);
  }, [isOpen]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen) return;
    if (event.key === 'Escape') return close();
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const all = items();
    all[step(all.indexOf(document.activeElement as HTMLElement), all.length)]?.focus();
  };

  const opener = {
    ref: button,
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? id : undefined,
    onClick: () => setOpen(!isOpen),
  };
  return (
    <div
      ref={box}
      className={styles.box}
      onKeyDown={onKeyDown}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget && !box.current?.contains(relatedTarget)) setOpen(false);
      }}
    >
      {icon ? (
        <IconButton {...opener} icon={icon} label={label ?? ''} className={className}>
          {trigger}
        </IconButton>
      ) : (
        <button {...opener} type="button" className={className ?? styles.button} aria-label={label}>
          {trigger}
        </button>
      )}
      {isOpen && (
        <div ref={panel} id={id} className={styles.panel} data-align={align} style={{ width }}>
          {children(close)}
        </div>
      )}
    </div>
  );
}
