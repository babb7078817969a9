import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#src/components/kit/button.tsx';
import { TenderFields } from '#src/entities/payment/tender-fields.tsx';
import { tenderErrors, type DraftTender, type Wallet } from '#src/entities/payment/tenders.ts';
import styles from '#src/features/desk/desk.module.css';
import { useSellsOnly, type Visit } from '#src/features/desk/use-visit.ts';
import { visitErrors } from '#src/features/desk/visit-errors.ts';

type TenderEditorProps = {
  visit: Visit;
  wallet: Wallet;
  row: DraftTender;
  isAsked: boolean;
  onDone: () => void;
};

/** The open tender, in the space of the What zone. */
export function TenderEditor({
  visit: { draft, change, rules, branchId, edit },
  wallet,
  row,
  isAsked,
  onDone,
}: TenderEditorProps) {
  const { t } = useTranslation(['desk', 'payment']);
  const heading = useRef<HTMLHeadingElement>(null);
  // On a phone the editor opens above the bill, out of sight.
  useEffect(() => {
    heading.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <section className={styles.zone} aria-labelledby="desk-row" data-zone="what" data-row>
      <h2 id="desk-row" ref={heading}>
        {t(`payment:method.${row.method}`)}
        <Button className={styles.end} onClick={onDone}>
          {t(useSellsOnly() ? 'pay.rowDoneProducts' : 'pay.rowDone')}
        </Button>
      </h2>
      <div className={styles.in}>
        <TenderFields
          draft={draft}
          wallet={wallet}
          change={change}
          row={row}
          branchId={branchId}
          accounts={rules.data?.bankAccounts ?? []}
          isAsked={isAsked}
          errors={tenderErrors(visitErrors({ edit }), draft.tenders.indexOf(row))}
        />
      </div>
    </section>
  );
}
