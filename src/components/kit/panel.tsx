import { useId, type ReactNode, type Ref } from 'react';
import styles from './panel.module.css';
import { withWholeCodes } from './whole-codes.tsx';

type PanelProps = {
  /** The id of the heading, which names the panel; for links to it. */
  id?: string;
  title: ReactNode;
  /** Stands behind the title, muted. */
  count?: ReactNode;
  /** Links and buttons at the end of the head. */
  tools?: ReactNode;
  /** The id of the panel, for links to it. */
  anchor?: string | undefined;
  /** For a panel whose heading takes the focus when it opens. */
  headingRef?: Ref<HTMLHeadingElement>;
  /** True while what stands in it is edited in place. */
  isEdited?: boolean;
  children?: ReactNode;
};

/** A part of a page with a title. A table in it reaches its edges; words stand in `PanelText`. */
export function Panel({
  id: ownId,
  title,
  count,
  tools,
  anchor,
  headingRef,
  isEdited,
  children,
}: PanelProps) {
  const anyId = useId();
  const id = ownId ?? anyId;
  return (
    <section
      className={styles.panel}
      id={anchor}
      aria-labelledby={id}
      data-edited={isEdited || undefined}
    >
      <header>
        <h2 id={id} ref={headingRef} tabIndex={headingRef ? -1 : undefined}>
          {withWholeCodes(title)}{' '}
          {count !== undefined && <span className={styles.count}>{count}</span>}
        </h2>
        {tools}
      </header>
      {children}
    </section>
  );
}

/** Words of a panel, one below the other; `isMuted` for those that explain the rest. */
export function PanelText({
  isMuted = false,
  children,
}: {
  isMuted?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={styles.text} data-muted={isMuted || undefined}>
      {withWholeCodes(children)}
    </div>
  );
}

type PanelListProps = { isOrdered?: boolean; label?: string; children: ReactNode };

/** Entries of a panel, one below the other; `small` in an entry says when and by whom. */
export function PanelList({ isOrdered = false, label, children }: PanelListProps) {
  const List = isOrdered ? 'ol' : 'ul';
  return (
    <List className={styles.list} aria-label={label}>
      {children}
    </List>
  );
}
