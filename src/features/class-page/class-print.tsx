import { useTranslation } from 'react-i18next';
import type { SchoolClass } from '#contract/classes/classes.ts';
import { DOT } from '#contract/words/dot.ts';
import { PrintFrame } from '#src/components/print/print-frame.tsx';
import { useBranchChoice } from '#src/offline/branch-choice.ts';
import type { ClassTab } from './class-path.ts';

/**
 * The heading on paper only: the class and the part of its page. The branch may differ from the
 * selected one.
 */
export function ClassPrint({ row, tab }: { row: SchoolClass; tab: ClassTab }) {
  const { t } = useTranslation('class-page');
  const branch = useBranchChoice().options.find(({ value }) => value === row.branchId)?.label;
  return (
    <PrintFrame
      title={[row.classCode, t(`tabs.${tab}`)].join(DOT)}
      {...(branch !== undefined && { branch })}
    />
  );
}
