import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import styles from './button.module.css';

/** The look of a button, shared by those that act and those that lead somewhere. */
export type ButtonLook = {
  /**
   * `solid` is the one main action of a view; `ghost` has no frame; `text` stands among words.
   */
  look?: 'outline' | 'solid' | 'ghost' | 'text' | undefined;
  /** `wait` asks for somebody's attention. */
  tone?: 'danger' | 'wait' | undefined;
  icon?: LucideIcon | undefined;
  /** True if the icon points along the line, and so turns round in a script from right to left. */
  isFlipped?: boolean | undefined;
  /** On a phone only the icon is shown, with the words for screen readers. */
  isShort?: boolean | undefined;
  /** Stands behind the words, and stays where a phone hides them. */
  count?: ReactNode;
  /** Long words go on in further lines. */
  wraps?: boolean | undefined;
  /** Its place among its neighbours; a look of its own belongs in the kit. */
  className?: string | undefined;
};

const joined = (own: string | undefined, place: string | undefined) =>
  place === undefined ? own : `${own} ${place}`;

/** The attributes of a button's element: its look becomes attributes, the others stay. */
export function drawButton<Props extends ButtonLook & { children?: ReactNode }>({
  look,
  tone,
  icon: Icon,
  isFlipped,
  isShort = false,
  wraps,
  count,
  className,
  children,
  ...others
}: Props) {
  return {
    ...others,
    className: joined(styles.button, className),
    'data-look': look,
    'data-tone': tone,
    'data-short': (isShort && !count) || undefined,
    'data-wraps': wraps,
    children: (
      <>
        {Icon && <Icon aria-hidden size={16} strokeWidth={1.75} data-flip={isFlipped} />}
        {isShort && children ? <span className={styles.word}>{children}</span> : children}
        {count && ' '}
        {count}
      </>
    ),
  };
}

type ButtonProps = ButtonLook & { busy?: boolean } & ComponentProps<'button'>;

/** Does one thing. While it is `busy` it takes no press. */
export function Button({ busy = false, disabled = false, ...button }: ButtonProps) {
  return (
    <button
      type="button"
      {...drawButton(button)}
      aria-busy={busy || undefined}
      disabled={disabled || busy}
    />
  );
}

export type IconLook = {
  icon: LucideIcon;
  /** Read out by screen readers. */
  label: string;
  isFlipped?: boolean | undefined;
  className?: string | undefined;
};

/** The attributes of a button that is only an icon. */
export function drawIcon<Props extends IconLook & { children?: ReactNode }>({
  icon: Icon,
  label,
  isFlipped,
  className,
  children,
  ...others
}: Props) {
  return {
    ...others,
    className: joined(styles.icon, className),
    'aria-label': label,
    children: (
      <>
        <Icon aria-hidden size={18} strokeWidth={1.75} data-flip={isFlipped} />
        {children}
      </>
    ),
  };
}

type IconButtonProps = IconLook &
  Omit<ComponentProps<'button'>, 'aria-label'> & {
    /**
     * No step further this way. It is not `disabled`, because whoever has just pressed it by a key
     * would lose the focus; the next Tab passes it by.
     */
    isAtEnd?: boolean;
  };

/** A button that is only an icon; `children` may add a count to it. */
export function IconButton({ isAtEnd = false, ...button }: IconButtonProps) {
  return (
    <button
      type="button"
      {...drawIcon(button)}
      {...(isAtEnd && { 'aria-disabled': true, tabIndex: -1, onClick: undefined })}
    />
  );
}
