import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { visits } from '#contract/desk/visit-answers.ts';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { Note } from '#src/components/kit/note.tsx';
import cards from '#src/features/desk/cards.module.css';
import type { DeviceDatabase } from '#src/offline/db.ts';
import { useOnDevice } from '#src/offline/use-on-device.ts';
import { TAKEN_OFFLINE } from '#src/offline/drafts/drafts.ts';

const countOf = (db: DeviceDatabase) =>
  db.drafts.filter(({ form, record }) => form === visits.path && record === TAKEN_OFFLINE).count();

/**
 * The number of visits with offline cash that wait on this device, of any person: no drawer's sum
 * has their cash yet.
 */
export const useVisitsTakenOffline = (): number => useOnDevice(countOf) ?? 0;

type KeptVisitsProps = {
  count: number;
  isAccepted: boolean;
  onAccept: (isAccepted: boolean) => void;
};

/**
 * Warns of visits with offline cash on this device: send them first, or close the drawer anyway.
 */
export function KeptVisits({ count, isAccepted, onAccept }: KeptVisitsProps) {
  const { t } = useTranslation('drawer');
  const { pathname } = useLocation();
  return (
    <section aria-label={t('missing.kept')}>
      <Note tone="wait" icon={TriangleAlert}>
        <div>
          <p>{t('keptOffline', { count })}</p>
          <label className={cards.tick}>
            <input
              type="checkbox"
              checked={isAccepted}
              onChange={({ target }) => onAccept(target.checked)}
            />
            {t('keptAnyway')}
          </label>
        </div>
        <LinkButton to={pathname}>{t('keptReview')}</LinkButton>
      </Note>
    </section>
  );
}
