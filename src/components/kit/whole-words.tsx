import { Fragment } from 'react';
import styles from './whole-words.module.css';

/** A name that breaks at its spaces only; Lao would break between any two syllables. */
export function WholeWords({ text }: { text: string }) {
  return text.split(' ').map((word, at) => (
    <Fragment key={at}>
      {at > 0 && ' '}
      <span className={styles.word}>{word}</span>
    </Fragment>
  ));
}
