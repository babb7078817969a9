import { Building2, ChevronDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { OwnBranch } from '#contract/centre/auth.ts';
import { useConfirm } from '#src/components/kit/dialog.tsx';
import { Menu, MenuChoices } from '#src/components/kit/menu.tsx';
import { Note } from '#src/components/kit/note.tsx';
import { DESK_PHONE, useMedia } from '#src/lib/browser/use-media.ts';
import { showFailure } from '#src/lib/request/failure-text.ts';
import { branchNameIn } from '#src/lib/text/branch-name.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { showToast } from '#src/lib/toast.ts';
import { changeOwnBranch, obstacle } from './change-own-branch.ts';
import styles from './header.module.css';

/** Width of the panel in pixels (docs/interface.md, "Sizes and times"). */
const WIDTH = 320;

/** Asks what has to be asked, and goes to another branch. */
function useChange() {
  const { t } = useTranslation('own-branch');
  const { ask, dialog } = useConfirm();
  const change = async (branchId: string) => {
    const before = await obstacle();
    if (before) {
      const { kind, forms } = before;
      showToast('error', kind === 'taken' ? t('taken') : t('notKept', { forms }));
      return;
    }
    const result = await changeOwnBranch(branchId);
    if (result.outcome === 'saved') return;
    if (result.outcome !== 'refused' || result.status !== 409) return showFailure(result);
    const isSure = await ask({
      title: t('drawer.title'),
      text: t('drawer.text', { reason: result.reason }),
      confirm: t('drawer.leave'),
      cancel: t('drawer.stay'),
    });
    if (!isSure) return;
    const again = await changeOwnBranch(branchId, true);
    if (again.outcome !== 'saved') showFailure(again);
  };
  return { change, dialog };
}

type Props = { branches: readonly OwnBranch[]; current: OwnBranch; isOnline: boolean };

/** Says where the person works and as what, and lets them work in another of their branches. */
export function OwnBranchMenu({ branches, current, isOnline }: Props) {
  const { t } = useTranslation('own-branch');
  const { t: common } = useTranslation();
  const language = useLanguage();
  const isPhone = useMedia(DESK_PHONE);
  const { change, dialog } = useChange();
  const name = branchNameIn(current, language);
  const works = t('works', { branch: name, role: common(`role.${current.role}`) });
  const trigger = (
    <>
      <Building2 size={18} strokeWidth={1.75} aria-hidden />
      {!isPhone && <bdi className={styles.branchName}>{name}</bdi>}
      <ChevronDown size={16} aria-hidden />
    </>
  );
  return (
    <>
      <Menu trigger={trigger} label={`${works} ${t('change')}`} width={WIDTH}>
        {(close) => (
          <>
            <div className={styles.person}>{works}</div>
            {isOnline ? (
              <MenuChoices
                label={t('choose')}
                value={current.branchId}
                choices={branches.map((branch) => ({
                  value: branch.branchId,
                  children: (
                    <>
                      <span>{branchNameIn(branch, language)}</span>
                      <small>{common(`role.${branch.role}`)}</small>
                    </>
                  ),
                }))}
                onChoose={(id) => {
                  close();
                  if (id !== current.branchId) void change(id);
                }}
              />
            ) : (
              <Note>{t('offline')}</Note>
            )}
          </>
        )}
      </Menu>
      {dialog}
    </>
  );
}
