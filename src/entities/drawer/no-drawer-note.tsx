import { lazy, Suspense, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '#src/lib/paths.ts';
import controls from '#src/theme/controls.module.css';
import styles from './drawer.module.css';
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
    <div className={styles.none}>
      {t('noDrawer')}
      {isOvernight && (
        <Link className={controls.button} to={`${paths.newEnrollment}${DRAWER_VIEW}`}>
          {t('drawer.countFirst', { name: drawer?.name })}
        </Link>
      )}
      {!isOvernight && drawer && (
        <button type="button" className={controls.button} onClick={() => setOpening(true)}>
          {t('drawer.open', { name: drawer.name })}
        </button>
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
    </div>
  );
}
