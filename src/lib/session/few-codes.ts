import i18next from 'i18next';
import { showAlert } from '#src/lib/store.ts';
import { loadWords } from '#src/lib/text/i18n.ts';

/** So few recovery codes should be renewed. */
const FEW = 3;

/** Tells somebody who has signed in that few recovery codes are left. */
export async function sayFewCodes(left: number): Promise<void> {
  if (left > FEW) return;
  await loadWords('second-factor');
  showAlert('warning', i18next.t('second-factor:fewLeft', { count: left }));
}
