import { usePicture } from '#src/lib/browser/pictures.ts';
import styles from './face.module.css';

/** The first letter of each of the first two words, with the vowel that Lao writes before it. */
const initialsOf = (name: string) =>
  name
    .split(' ')
    .slice(0, 2)
    .map((word) => /^[\u0EC0-\u0EC4]?./u.exec(word)?.[0] ?? '')
    .join('')
    .toUpperCase();

function Photo({ fileId, name }: { fileId: string; name: string }) {
  const { source } = usePicture(fileId);
  return source === undefined ? initialsOf(name) : <img src={source} alt="" />;
}

type FaceProps = {
  name: string;
  /** The picture, or null for the initials. */
  fileId: string | null;
};

/** A person's picture beside the name, or the initials; the name says who it is. */
export function Face({ name, fileId }: FaceProps) {
  return (
    <span aria-hidden className={styles.face} data-part="face">
      {fileId === null ? initialsOf(name) : <Photo fileId={fileId} name={name} />}
    </span>
  );
}
