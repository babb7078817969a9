import { Fragment } from 'react';
import { DOT } from '#contract/words/dot.ts';
import { WholeWords } from '#src/components/kit/whole-words.tsx';
import styles from './fact-line.module.css';

/**
 * The name of a record, such as a class with its times. A dot stands between its facts, and no line
 * begins or ends with one. With `isPhraseFirst` the first fact is a phrase, which may break inside.
 */
export function FactLine({ text, isPhraseFirst }: { text: string; isPhraseFirst?: true }) {
  const facts = text.split(DOT);
  if (facts.length === 1) return isPhraseFirst ? text : <WholeWords text={text} />;
  return (
    <span className={styles.facts}>
      {facts.map((fact, at) => (
        <Fragment key={at}>
          {at > 0 && ' '}
          <span className={styles.fact}>
            {at > 0 && <span className={styles.dot}>·&nbsp;</span>}
            {at === 0 && isPhraseFirst ? fact : <WholeWords text={fact} />}
          </span>
        </Fragment>
      ))}
    </span>
  );
}
