import type { CategoryColour } from '#contract/course-categories.ts';
import styles from './category-mark.module.css';

/**
 * The edge of a course category: it differs in form as well as in colour, and the name stands
 * beside it.
 */
export function CategoryMark({ colour }: { colour: CategoryColour }) {
  return <span aria-hidden className={styles.mark} data-colour={colour} />;
}
