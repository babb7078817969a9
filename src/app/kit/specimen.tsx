import type { ReactNode } from 'react';
import styles from './kit-page.module.css';
import { useSamples, type Samples } from './samples.ts';

/** The states that a part can be in; the first three are drawn without a pointer or a key. */
export type DrawnState = Extract<
  keyof Samples,
  | 'hover'
  | 'pressed'
  | 'focus'
  | 'normal'
  | 'busy'
  | 'disabled'
  | 'error'
  | 'empty'
  | 'long'
  | 'numbers'
  | 'chosen'
  | 'open'
>;

/** One state of a part. `force-states.ts` draws hover, press and focus by `data-drawn`. */
export function State({ of, children }: { of: DrawnState; children: ReactNode }) {
  const w = useSamples();
  return (
    <div className={styles.state} data-drawn={of}>
      <span className={styles.word}>{w[of]}</span>
      {children}
    </div>
  );
}

const INTERACTIVE = ['normal', 'hover', 'pressed', 'focus'] as const;

/** The same part at rest, under a pointer, pressed, and with the focus of the keyboard. */
export function Touched({ children }: { children: ReactNode }) {
  return INTERACTIVE.map((state) => (
    <State key={state} of={state}>
      {children}
    </State>
  ));
}

type SpecimenProps = {
  /** The parts, as they are written; the first one names the picture in `docs/kit`. */
  of: string;
  /** One state below the other, for parts as wide as a page. */
  isWide?: boolean;
  children: ReactNode;
};

/** Parts of one file in all their states. */
export function Specimen({ of, isWide = false, children }: SpecimenProps) {
  const id = of.replaceAll(/\W+/g, '-');
  return (
    <section className={styles.specimen} aria-labelledby={id} data-specimen={of.split(',')[0]}>
      <h2 id={id}>{of}</h2>
      <div className={styles.states} data-wide={isWide || undefined}>
        {children}
      </div>
    </section>
  );
}
