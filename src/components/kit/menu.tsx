import { Check, type LucideIcon } from 'lucide-react';
import {
  useEffect,
  useId,
  useRef,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { Link } from 'react-router-dom';
import { closeOnBack } from '#src/lib/browser/back.ts';
import { IconButton } from './button.tsx';
import styles from './menu.module.css';
import { withWholeCodes } from './whole-codes.tsx';

type MenuProps = {
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
  /** Stays beside its button on a phone too; other panels open below the header there. */
  isNear?: boolean;
  /** The content of the panel: entries in a `MenuList`, or anything else that is short. */
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
 * move the focus. Escape, Back, a press outside, and Tab out of the panel close it.
 */
export function Menu({
  trigger,
  label,
  icon,
  className,
  width,
  align = 'end',
  isNear = false,
  children,
}: MenuProps) {
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
    const leaveBack = closeOnBack(close);
    return () => {
      document.removeEventListener('pointerdown', pressed);
      leaveBack();
    };
  }, [isOpen]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      return close();
    }
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
        <div
          ref={panel}
          id={id}
          className={styles.panel}
          data-align={align}
          data-near={isNear || undefined}
          style={{ width }}
        >
          {children(close)}
        </div>
      )}
    </div>
  );
}

/** The entries of a menu that acts. */
export function MenuList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="menu" aria-label={label}>
      {children}
    </div>
  );
}

/** One act of a menu, in `MenuList`. */
export function MenuEntry({
  icon: Icon,
  children,
  ...item
}: { icon?: LucideIcon } & ComponentProps<'button'>) {
  return (
    <button type="button" role="menuitem" {...item} className={styles.item}>
      {Icon && <Icon size={18} strokeWidth={1.75} aria-hidden />}
      {withWholeCodes(children)}
    </button>
  );
}

/** A link in the panel of a menu that is none of `MenuList`, such as one below figures. */
export function MenuEntryLink({
  children,
  ...link
}: Omit<ComponentProps<typeof Link>, 'className'>) {
  return (
    <Link {...link} className={styles.item}>
      {withWholeCodes(children)}
    </Link>
  );
}

type MenuChoicesProps<Value> = {
  label: string;
  value: Value | undefined;
  choices: readonly { value: Value; children: ReactNode }[];
  onChoose: (value: Value) => void;
};

/** The entries of a menu of which one is the current one. */
export function MenuChoices<Value extends string>({
  label,
  value,
  choices,
  onChoose,
}: MenuChoicesProps<Value>) {
  return (
    <MenuList label={label}>
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
          {withWholeCodes(choice.children)}
        </button>
      ))}
    </MenuList>
  );
}
