import { CircleAlert } from 'lucide-react';
import type { ComponentProps } from 'react';
import styles from './error-text.module.css';
import { withWholeCodes } from './whole-codes.tsx';

type ErrorTextProps = {
  withIcon?: boolean;
  /** `span` inside a label, where a paragraph may not stand. */
  as?: 'p' | 'span';
} & ComponentProps<'p'>;

/**
 * Says what is wrong, below the thing it is about. With a `role` it stays on the page while it is
 * empty, so that screen readers hear it when it comes.
 */
export function ErrorText({ withIcon = false, as: Text = 'p', children, ...text }: ErrorTextProps) {
  const words = withWholeCodes(children);
  return (
    <Text {...text} className={styles.error}>
      {withIcon && <CircleAlert size={14} aria-hidden />}
      {withIcon ? <span>{words}</span> : words}
    </Text>
  );
}
