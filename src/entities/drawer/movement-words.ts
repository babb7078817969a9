import { useTranslation } from 'react-i18next';
import type { DrawerMovement } from '#contract/drawers.ts';

/** What moved money into or out of a drawer, in words. */
export function useMovementWords(): (
  movement: Pick<DrawerMovement, 'kind' | 'paidOutKind'>,
) => string {
  const { t } = useTranslation('drawer');
  return ({ kind, paidOutKind }) =>
    paidOutKind === null
      ? t(`kinds.${kind}`)
      : t('paidOutTo', { where: t(`paidOut.${paidOutKind}`) });
}
