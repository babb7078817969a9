import type { CategoryColour } from '#contract/course-categories.ts';
import styles from './category-mark.module.css';

/** The edge by which a course category is told apart: its form differs as well as its colour, and the name stands beside it. */
export function CategoryMark({ colour }: { colour: CategoryColour }) {
  return <span aria-hidden className={styles.mark} data-colour={colour} />;
}
