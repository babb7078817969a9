import { useTranslation } from 'react-i18next';
import { formatPhone } from '#contract/people/phone.ts';
import type { VisitPayer } from '#contract/desk/visits.ts';
import { WholeWords } from '#src/components/kit/whole-words.tsx';
import cards from '#src/features/desk/cards.module.css';
import type { Visit } from '#src/features/desk/use-visit.ts';
import type { VisitDraft } from '#src/features/desk/visit-draft.ts';
import { payerIdOf } from '#src/features/desk/visit-people.ts';
import { usePersonName } from '#src/lib/text/person-name.ts';
import { LeftToRight } from '#src/components/kit/left-to-right.tsx';
import { InputBox } from '#src/components/kit/field.tsx';
import { Unseen } from '#src/components/kit/unseen.tsx';

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

/** The payer, who can be changed. */
export function PayerCard({ visit: { draft, change } }: { visit: Visit }) {
  const { t } = useTranslation('desk');
  const payers = usePayers(draft);
  const chosen = payers.find(({ id }) => id === payerIdOf(draft.payer));
  // The debt and the credit belong to the payer who was loaded with the family.
  const choose = (id: string) =>
    change((before) => ({
      ...before,
      payer: payers.find((one) => one.id === id)?.payer ?? before.payer,
      debts: [],
      usesCredit: false,
    }));
  return (
    <div className={cards.payer}>
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
        <b>
          <Unseen>{t('who.payer')} </Unseen>
          {chosen && <WholeWords text={chosen.name} />}
        </b>
      )}
      <small>
        <LeftToRight>{formatPhone(chosen?.phone ?? '')}</LeftToRight>
      </small>
    </div>
  );
}
