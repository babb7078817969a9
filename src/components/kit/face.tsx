import { usePicture } from '#src/lib/browser/pictures.ts';
import styles from './face.module.css';

/** The first letter of a word, with the vowel that Lao writes before it. */
const firstLetter = (word: string) => /^[\u0EC0-\u0EC4]?./u.exec(word)?.[0] ?? '';

/** The initials of the first two words, or the first two letters of a single one. */
function initialsOf(name: string): string {
  const [first = '', second] = name.split(' ').filter(Boolean);
  if (second === undefined) return [...first].slice(0, 2).join('').toUpperCase();
  return `${firstLetter(first)}${firstLetter(second)}`.toUpperCase();
}

type FaceProps = {
  name: string;
  /** The picture, or null for the initials. */
  fileId: string | null;
  /** Its side: 32 px in a table, 40 px in a row of a record, 48 px in the head of one. */
  size?: 'medium' | 'large';
};

/** A person's picture beside the name, or the initials; the name says who it is. */
export function Face({ name, fileId, size }: FaceProps) {
  const { source } = usePicture(fileId);
  return (
    <span aria-hidden data-screen className={styles.face} data-part="face" data-side={size}>
      {source === undefined ? initialsOf(name) : <img src={source} alt="" />}
    </span>
  );
}
