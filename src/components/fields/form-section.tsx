import { useContext, useId } from 'react';
import { FormLook, type SectionProps } from './form-context.ts';
import styles from './fields.module.css';

/** Fields that belong together, under a heading; hairlines separate sections. */
export function FormSection(props: SectionProps) {
  const id = useId();
  const { Section } = useContext(FormLook);
  if (Section) return <Section {...props} />;
  const { title, required, hint, children } = props;
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
