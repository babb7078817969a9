import { useTranslation } from 'react-i18next';
import { formatPhone } from '#contract/people/phone.ts';
import { seesAllBranches } from '#contract/roles.ts';
import type { VisitPayer } from '#contract/desk/visits.ts';
import { Button } from '#src/components/kit/button.tsx';
import { Money } from '#src/components/kit/money.tsx';
import cards from '#src/features/desk/cards.module.css';
import { CopiedAt } from '#src/features/desk/copied-at.tsx';
import type { Visit } from '#src/features/desk/use-visit.ts';
import type { VisitDraft } from '#src/features/desk/visit-draft.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { useStore } from '#src/lib/store.ts';
import { showDay } from '#src/lib/text/day.ts';
import { usePersonName } from '#src/lib/text/person-name.ts';
import { InputBox } from '#src/components/kit/field.tsx';
import { OverdueNote } from './overdue-note.tsx';
import { useServerUnreachable } from '#src/offline/use-server-unreachable.ts';

type Choice = { id: string; name: string; phone: string; payer: VisitPayer };

/**
 * The possible payers: the payer of the family, other guardians, new parents of this visit, and
 * students who pay themselves.
 */
function usePayers({ family, newParents, newStudents }: VisitDraft): Choice[] {
  const nameOf = usePersonName();
  const parents = [
    ...(family?.payer?.kind === 'parent' ? [family.payer] : []),
    ...(family?.guardians ?? []),
  ];
  const known = parents.map((one): Choice => ({
    id: one._id,
    name: nameOf(one),
    phone: one.phone,
    payer: { kind: 'parent', parentKey: one._id },
  }));
  const made = newParents.map((one): Choice => ({
    id: one.key,
    name: nameOf(one),
    phone: one.phone,
    payer: { kind: 'parent', parentKey: one.key },
  }));
  const alone =
    family?.payer?.kind === 'student'
      ? [family.payer].map((one): Choice => ({
          id: one._id,
          name: nameOf(one),
          phone: one.phone,
          payer: { kind: 'student', studentKey: one._id },
        }))
      : [];
  const adults = newStudents
    .filter(({ guardians }) => guardians.length === 0)
    .map((one): Choice => ({
      id: one.key,
      name: nameOf(one),
      phone: one.phone,
      payer: { kind: 'student', studentKey: one.key },
    }));
  const all = [...known, ...made, ...alone, ...adults];
  return all.filter(({ id }, at) => all.findIndex((other) => other.id === id) === at);
}

const idOf = (payer: VisitPayer | null) =>
  payer?.kind === 'parent' ? payer.parentKey : payer?.kind === 'student' ? payer.studentKey : '';

/** The payer, who can be changed; with the family's debt and credit. */
export function PayerCard({
  visit: { draft, change, branchId: payableBranchId },
}: {
  visit: Visit;
}) {
  const { t } = useTranslation(['desk', 'payment']);
  const role = useStore((state) => state.user.role);
  const payers = usePayers(draft);
  const chosen = payers.find(({ id }) => id === idOf(draft.payer));
  // The debt and the credit belong to the payer who was loaded with the family.
  const isAway = useServerUnreachable();
  const copied = draft.family?.copied;
  const isFamilys = draft.family?.payer?._id === idOf(draft.payer);
  const choose = (id: string) =>
    change((before) => ({
      ...before,
      payer: payers.find((one) => one.id === id)?.payer ?? before.payer,
      debts: [],
      usesCredit: false,
    }));
  return (
    <>
      <div className={cards.payer}>
        <small>{t('who.payer')}</small>
        {payers.length > 1 ? (
          <InputBox>
            <select
              aria-label={t('who.payer')}
              value={chosen?.id}
              onChange={({ target }) => choose(target.value)}
            >
              {payers.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </InputBox>
        ) : (
          <b>{chosen?.name}</b>
        )}
        <bdi dir="ltr">{formatPhone(chosen?.phone ?? '')}</bdi>
      </div>
      {isFamilys && copied && copied.owedLAK > 0 && (
        <div className={cards.owed}>
          <span>{t('who.owes')}</span>
          <b>
            <Money amount={copied.owedLAK} currency="LAK" />
          </b>
          <CopiedAt at={copied.at} />
        </div>
      )}
      <OverdueNote {...draft} />
      {isFamilys &&
        (draft.family?.owed ?? [])
          .filter(({ orderId }) => !draft.debts.some((debt) => debt.orderId === orderId))
          .map(({ orderId, number, balanceLAK, dueOn, branchId }) => (
            <div key={orderId} className={cards.owed}>
              <span>{t('who.owesOrder', { number })}</span>
              <b>
                <Money amount={balanceLAK} currency="LAK" />
              </b>
              {dueOn !== null && <small>{t('who.dueOn', { day: showDay(dueOn) })}</small>}
              {branchId === payableBranchId || seesAllBranches(role) ? (
                <Button
                  onClick={() =>
                    change((before) => ({
                      ...before,
                      debts: [...before.debts, { orderId, expectedBalance: balanceLAK }],
                    }))
                  }
                >
                  {t('who.addDebt')}
                </Button>
              ) : (
                <small>{t('who.otherBranch')}</small>
              )}
            </div>
          ))}
      {isFamilys && (draft.family?.creditLAK ?? 0) > 0 && (
        <label className={cards.tick}>
          <input
            type="checkbox"
            checked={draft.usesCredit}
            disabled={(isAway || draft.taken !== null) && !draft.usesCredit}
            onChange={({ target }) =>
              change((before) => ({ ...before, usesCredit: target.checked }))
            }
          />
          <span>
            {t('who.useCredit')}
            {isAway && <small> {t('away.credit')}</small>}
            {(draft.family?.askedBackLAK ?? 0) > 0 && (
              <small>
                {t('payment:askedBack', { sum: formatNumber(draft.family?.askedBackLAK ?? 0) })}
              </small>
            )}
          </span>
          <Money amount={draft.family?.creditLAK ?? 0} currency="LAK" />
        </label>
      )}
    </>
  );
}
