import { Fragment, type ReactNode } from 'react';
import type { ManualBlock, ManualInline } from '#src/lib/text/manual-block.ts';
import styles from './help.module.css';
import { Picture } from './picture.tsx';

type Open = (page: string) => void;

function piece(inline: ManualInline, open: Open): ReactNode {
  if (typeof inline === 'string') return inline;
  if ('name' in inline) return <b>{inline.name}</b>;
  return (
    <button type="button" className={styles.link} onClick={() => open(inline.link)}>
      {inline.text}
    </button>
  );
}

const line = (inlines: readonly ManualInline[], open: Open) =>
  inlines.map((inline, at) => <Fragment key={at}>{piece(inline, open)}</Fragment>);

function block(of: ManualBlock, open: Open): ReactNode {
  if (of.kind === 'paragraph') return <p>{line(of.line, open)}</p>;
  if (of.kind === 'heading') {
    // The title of the sheet is the second level of the page.
    const Heading = of.level <= 2 ? 'h3' : 'h4';
    return <Heading>{of.text}</Heading>;
  }
  if (of.kind === 'picture') return <Picture of={of} />;
  const List = of.isOrdered ? 'ol' : 'ul';
  return (
    <List>
      {of.items.map((item, at) => (
        <li key={at}>
          {item.map((part, index) => (
            <Fragment key={index}>
              {part.kind === 'paragraph' ? line(part.line, open) : block(part, open)}
            </Fragment>
          ))}
        </li>
      ))}
    </List>
  );
}

/** A text of the manual below its title; `open` follows a link to another text. */
export function ManualText({ blocks, open }: { blocks: readonly ManualBlock[]; open: Open }) {
  return (
    <div className={styles.text}>
      {blocks.map((of, at) => (
        <Fragment key={at}>{block(of, open)}</Fragment>
      ))}
    </div>
  );
}
