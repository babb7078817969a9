import { useId, type ReactNode } from 'react';
import { HelpText } from '#src/components/kit/field.tsx';
import styles from './device.module.css';

/** A section of "This device" with its own heading. */
export function DeviceSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  );
}

/** A list of facts, each a name with its value. */
export function DeviceFacts({
  facts,
}: {
  facts: readonly (readonly [name: string, value: string])[];
}) {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/**
 * The outcome of an action. The element is always there, so that screen readers notice the outcome.
 */
export function DeviceOutcome({ text }: { text: string | undefined }) {
  return (
    <div role="status">
      <HelpText>{text}</HelpText>
    </div>
  );
}
