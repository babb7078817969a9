import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Face } from '#src/components/kit/face.tsx';
import { IconLink } from '#src/components/kit/link-button.tsx';
import { WholeWords } from '#src/components/kit/whole-words.tsx';
import { useHeadingFocus } from '#src/components/page/page-header.tsx';
import { lastAddress } from '#src/lib/list-address.ts';
import { FactLine } from './fact-line.tsx';
import styles from './record.module.css';

type RecordHeadProps = {
  title: string;
  /** The list that the record goes back to. */
  back: string;
  /** The photo and the name of the face; by default the initials of the title. */
  face?: { fileId: string | null; name?: string };
  /** The state, as a `Mark`. */
  mark?: ReactNode;
  /** What tells the record from others of its name, such as its code. */
  under?: readonly ReactNode[] | undefined;
  /** On a phone without face and acts, because the work below needs the room. */
  isBrief?: boolean;
  /** At most one outline act, one solid one, and a menu. */
  children?: ReactNode;
};

/** The head of a record: way back, face, name and state, and what can be done with it. */
export function RecordHead({
  title,
  back,
  face,
  mark,
  under = [],
  isBrief = false,
  children,
}: RecordHeadProps) {
  const { t } = useTranslation();
  const heading = useHeadingFocus();
  const known = under.filter(Boolean);
  return (
    <header className={styles.head} data-page-head data-brief={isBrief || undefined}>
      <IconLink
        icon={ArrowLeft}
        className={styles.back}
        isFlipped
        to={lastAddress(back)}
        label={t('action.back')}
      />
      <Face size="large" fileId={face?.fileId ?? null} name={face?.name ?? title} />
      <div>
        <div className={styles.name}>
          <h1 ref={heading} tabIndex={-1}>
            <FactLine text={title} />
          </h1>
          {mark}
        </div>
        {known.length > 0 && (
          <div className={styles.under}>
            {known.map((one, at) => (
              <span key={at}>{typeof one === 'string' ? <WholeWords text={one} /> : one}</span>
            ))}
          </div>
        )}
      </div>
      {children && <div className={styles.acts}>{children}</div>}
    </header>
  );
}
