import { useId, type ReactNode } from 'react';
import styles from './fields.module.css';

type FormSectionProps = {
  title: string;
  /** True if its only field is required and has no label of its own. */
  required?: boolean;
  hint?: string;
  children: ReactNode;
};

/** Fields that belong together, under a heading; hairlines separate sections. */
export function FormSection({ title, required, hint, children }: FormSectionProps) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>
        {title}
        {required && <span aria-hidden>{' *'}</span>}
        {hint && <small>{hint}</small>}
      </h2>
      <div className={styles.sectionFields}>{children}</div>
    </section>
  );
}
