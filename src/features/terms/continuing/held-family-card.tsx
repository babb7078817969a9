import { FileText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { HeldFamily } from '#contract/classes/continuing-replies.ts';
import { formatPhone } from '#contract/people/phone.ts';
import { Button } from '#src/components/kit/button.tsx';
import { Tick } from '#src/components/kit/tick.tsx';
import { WholeWords } from '#src/components/kit/whole-words.tsx';
import type { Selection } from '#src/components/table/use-selection.ts';
import { CallLink } from '#src/entities/person/call-link.tsx';
import { formatDateTime } from '#src/lib/text/format.ts';
import { usePayerName } from '#src/lib/text/person-name.ts';
import styles from './continuing.module.css';
import { HeldPlaceLine } from './held-place-line.tsx';

/** A family in the selection: a payer may have held seats in two branches. */
export const heldFamilyKey = ({ payerId, branchId }: HeldFamily) => `${payerId} ${branchId}`;

type HeldFamilyCardProps = {
  termId: string;
  family: HeldFamily;
  selection: Selection;
  refresh: () => Promise<void>;
  onLetter: () => void;
};

/** A family with its phone, its letters, and its held seats. */
export function HeldFamilyCard({
  termId,
  family,
  selection,
  refresh,
  onLetter,
}: HeldFamilyCardProps) {
  const { t } = useTranslation('terms');
  const name = usePayerName()(family);
  const { phone, places, letters } = family;
  const isHeld = places.some((place) => place.isHeld);
  const [last] = letters;
  return (
    <li className={styles.family}>
      <div className={styles.payer}>
        <Tick
          isBare
          aria-label={t('answers.choose', { name })}
          disabled={!isHeld}
          checked={selection.ids.has(heldFamilyKey(family))}
          onChange={() => selection.toggle(heldFamilyKey(family))}
        />
        <span>
          <b>
            <WholeWords text={name} />
          </b>
          <small>
            {last
              ? t(`answers.letterMark.${last.way}`, { at: formatDateTime(last.at), by: last.by })
              : t('answers.noLetter')}
          </small>
        </span>
        <span className={styles.acts}>
          {phone !== '' && (
            <CallLink
              phone={phone}
              aria-label={t('answers.call', { name, phone: formatPhone(phone) })}
            >
              <bdi dir="ltr">{formatPhone(phone)}</bdi>
            </CallLink>
          )}
          {isHeld && (
            <Button icon={FileText} aria-label={t('answers.letterTo', { name })} onClick={onLetter}>
              {t('answers.letter')}
            </Button>
          )}
        </span>
      </div>
      <ul className={styles.rows}>
        {places.map((place) => (
          <HeldPlaceLine key={place.enrolmentId} termId={termId} place={place} refresh={refresh} />
        ))}
      </ul>
    </li>
  );
}
