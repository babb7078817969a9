import { lazy, Suspense, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Button } from '#src/components/kit/button.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { Note } from '#src/components/kit/note.tsx';
import { paths } from '#src/lib/paths.ts';
import { DRAWER_VIEW } from './drawer-path.ts';
import type { DeviceDrawer } from './use-drawer.ts';

const OpenDrawerDialog = lazy(async () => ({
  default: (await import('./open-drawer-dialog.tsx')).OpenDrawerDialog,
}));

type NoDrawerNoteProps = { branchId: string; device: DeviceDrawer };

/**
 * Tells that no drawer takes cash, and opens one without losing the form's input. A drawer left
 * open since yesterday must first be counted at the desk.
 */
export function NoDrawerNote({
  branchId,
  device: { drawer, usable, isOvernight, shiftId, choose },
}: NoDrawerNoteProps) {
  const { t } = useTranslation('payment');
  const [isOpening, setOpening] = useState(false);
  if (shiftId !== null) return null;
  return (
    <Note tone="wait">
      <p>{t('noDrawer')}</p>
      {isOvernight && (
        <LinkButton to={`${paths.newEnrollment}${DRAWER_VIEW}`}>
          {t('drawer.countFirst', { name: drawer?.name })}
        </LinkButton>
      )}
      {!isOvernight && drawer && (
        <Button onClick={() => setOpening(true)}>{t('drawer.open', { name: drawer.name })}</Button>
      )}
      {isOpening &&
        drawer &&
        // Outside of the form that needs it, because Enter in the float would submit that form.
        createPortal(
          <Suspense fallback={null}>
            <OpenDrawerDialog
              key={drawer._id}
              branchId={branchId}
              drawer={drawer}
              usable={usable}
              onChoose={choose}
              onClose={() => setOpening(false)}
            />
          </Suspense>,
          document.body,
        )}
    </Note>
  );
}
