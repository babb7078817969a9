import { usePicture } from '#src/lib/browser/pictures.ts';
import styles from './record.module.css';

type FaceProps = {
  /** The photo; null for somebody without one. */
  fileId: string | null;
  /** Whose initials stand in its place; a short code stands as it is. */
  name: string;
  /** In the head of a record. */
  isLarge?: boolean;
};

/** Two initials of a name, or the whole of a short code. */
function initialsOf(name: string): string {
  const words = name.split(' ').filter(Boolean);
  if (words.length < 2) return [...name].slice(0, 2).join('');
  return [words[0], words.at(-1)].map((word) => [...(word ?? '')][0] ?? '').join('');
}

/** A person's photo, or their initials; a picture of a thing, or the letters of its code. */
export function RecordFace({ fileId, name, isLarge }: FaceProps) {
  const { source } = usePicture(fileId);
  return (
    <span className={styles.face} data-large={isLarge || undefined} aria-hidden>
      {source ? <img src={source} alt="" /> : initialsOf(name).toLocaleUpperCase('en')}
    </span>
  );
}
