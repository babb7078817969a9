import { useTranslation } from 'react-i18next';
import type { SchoolClass } from '#contract/classes.ts';
import { PrintFrame } from '#src/components/print/print-frame.tsx';
import { useBranchChoice } from '#src/offline/branch-choice.ts';
import type { Tab } from './class-path.ts';

/**
 * On paper only: which class this is and which part of it; its branch may be another than the one
 * in the header.
 */
export function ClassPrint({ row, tab }: { row: SchoolClass; tab: Tab }) {
  const { t } = useTranslation('class-page');
  const branch = useBranchChoice().options.find(({ value }) => value === row.branchId)?.label;
  return (
    <PrintFrame
      title={[row.classCode, t(`tabs.${tab}`)].join(' · ')}
      {...(branch !== undefined && { branch })}
    />
  );
}
