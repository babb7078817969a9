import { useTranslation } from 'react-i18next';
import {
  roles,
  rolesOfAction,
  type Action,
  type Grant,
  type RightAnswer,
} from '#contract/roles.ts';

/** Names of roles as the screens write them. */
function useRoleNames() {
  const { t } = useTranslation();
  const nameOf = (role: string) => {
    const known = roles.find((one) => one === role);
    return known ? t(`role.${known}`) : role;
  };
  return { nameOf, namesOf: (some: readonly string[]) => some.map(nameOf).join(', ') };
}

/**
 * The sentences that say why somebody may or may not do something: on the page of rights, and
 * beside a button that is refused. Needs the words `rights`.
 */
export function useRightWords() {
  const { t } = useTranslation('rights');
  const { nameOf, namesOf } = useRoleNames();
  return (grant: Grant, action: Action, { because, depends, isSigned }: RightAnswer): string[] => {
    const words = {
      ...because,
      role: nameOf(grant.role),
      roles: namesOf(rolesOfAction(action)),
    };
    const limitPercent = grant.permissionSet?.discountLimitPercent ?? null;
    return [
      t(`because.${because.code}`, words),
      ...(depends === 'ownToday' ? [t('depends.ownToday')] : []),
      ...(depends === 'limit'
        ? [limitPercent === null ? t('depends.limit') : t('depends.limitOf', { limitPercent })]
        : []),
      ...(isSigned ? [t('signed')] : []),
    ];
  };
}

/**
 * Tells whether a role may open a page, and why. Pages are strict (docs/roles.md, "The route
 * guard"), so no permission set opens or closes one.
 */
export function usePageWords() {
  const { t } = useTranslation('rights');
  const { nameOf, namesOf } = useRoleNames();
  return (role: string, allowed: readonly string[]): { isOpen: boolean; reason: string } => {
    if (allowed.length === 0) return { isOpen: true, reason: t('because.openPage') };
    if (role === 'superadmin') return { isOpen: true, reason: t('because.superadmin') };
    return allowed.includes(role)
      ? { isOpen: true, reason: t('because.pageOfRole', { role: nameOf(role) }) }
      : { isOpen: false, reason: t('because.page', { roles: namesOf(allowed) }) };
  };
}
