import type { CategoryColour } from '#contract/courses/course-categories.ts';
import styles from './category-mark.module.css';

/**
 * The coloured edge of a course category. It differs in shape as well as colour, and the name is
 * beside it.
 */
export function CategoryMark({ colour }: { colour: CategoryColour }) {
  return <span aria-hidden className={styles.mark} data-colour={colour} />;
}
