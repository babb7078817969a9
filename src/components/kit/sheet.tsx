import { X, type LucideIcon } from 'lucide-react';
import { useId, type ComponentProps, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useModal } from '#src/lib/browser/use-modal.ts';
import { IconButton } from './button.tsx';
import styles from './sheet.module.css';
import { withWholeCodes } from './whole-codes.tsx';

type SheetProps = {
  title: string;
  children: ReactNode;
  /** True for a sheet that stands at the end of a wide page instead of over its lower part. */
  isBeside?: boolean;
  /** Called by Escape, by the button, and by a press beside the sheet. */
  onClose: () => void;
};

/** Choices or a text over the lower part of the page while it is mounted. */
export function Sheet({ title, children, isBeside, onClose }: SheetProps) {
  const { t } = useTranslation();
  const ref = useModal(true);
  const id = useId();
  return (
    <dialog
      ref={ref}
      className={styles.sheet}
      data-beside={isBeside || undefined}
      aria-labelledby={id}
      onCancel={({ target, currentTarget }) => target === currentTarget && onClose()}
      onClick={({ target, currentTarget }) => target === currentTarget && onClose()}
    >
      <header>
        <h2 id={id}>{title}</h2>
        <IconButton icon={X} label={t('action.close')} onClick={onClose} />
      </header>
      <div className={styles.content}>{children}</div>
    </dialog>
  );
}

type RowLook = {
  icon?: LucideIcon | undefined;
  /** A second line: what it will do, or the reason why it cannot. */
  note?: ReactNode;
};

function drawRow<Props extends RowLook & { children?: ReactNode }>({
  icon: Icon,
  note,
  children,
  ...others
}: Props) {
  return {
    ...others,
    className: styles.row,
    children: (
      <>
        {Icon && <Icon size={20} strokeWidth={1.75} aria-hidden />}
        <span>
          {withWholeCodes(children)}
          {note !== undefined && <small>{withWholeCodes(note)}</small>}
        </span>
      </>
    ),
  };
}

/** One act of a sheet. */
export function SheetEntry(entry: RowLook & Omit<ComponentProps<'button'>, 'className'>) {
  return <button type="button" {...drawRow(entry)} />;
}

/** A row of a sheet that leads somewhere. */
export function SheetLink(link: RowLook & Omit<ComponentProps<typeof Link>, 'className'>) {
  return <Link {...drawRow(link)} />;
}
