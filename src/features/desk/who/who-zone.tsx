import { UserPlus } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { DeskPerson } from '#contract/desk/desk.ts';
import { IconButton, Button } from '#src/components/kit/button.tsx';
import { fetchFamily } from '#src/features/desk/desk-queries.ts';
import cards from '#src/features/desk/cards.module.css';
import styles from '#src/features/desk/desk.module.css';
import { leadTo, WHO_ID } from '#src/features/desk/places.ts';
import type { Visit } from '#src/features/desk/use-visit.ts';
import { visitErrors } from '#src/features/desk/visit-errors.ts';
import {
  addNewStudent,
  needsName,
  takeFamily,
  takeWalkIn,
} from '#src/features/desk/visit-people.ts';
import { useServerUnreachable } from '#src/offline/use-server-unreachable.ts';
import { paths } from '#src/lib/paths.ts';
import { receiptPath } from '#src/entities/order/order-path.ts';
import { Unseen } from '#src/components/kit/unseen.tsx';
import { WhoBox } from './who-box.tsx';

const VisitChildren = lazy(async () => ({
  default: (await import('./children.tsx')).VisitChildren,
}));
const PayerCard = lazy(async () => ({
  default: (await import('./payer-card.tsx')).PayerCard,
}));
const WalkIn = lazy(async () => ({ default: (await import('./walk-in.tsx')).WalkIn }));
const NewStudentForm = lazy(async () => ({
  default: (await import('./new-student-form.tsx')).NewStudentForm,
}));

/** The people of the visit: the search box, the children of the family, and the payer. */
export function WhoZone({ visit, onChosen }: { visit: Visit; onChosen: () => void }) {
  const { t } = useTranslation(['desk', 'common']);
  const { draft, change, branchId } = visit;
  const navigate = useNavigate();
  const isAway = useServerUnreachable();
  const [find, setFind] = useState('');
  const [newOf, setNewOf] = useState<string>();
  /** A new student begins with the text of the search, whose results give way to the form. */
  const beginNew = () => {
    setNewOf(find.trim());
    setFind('');
  };
  // A slow answer must not replace the person who was chosen after it was asked for.
  const turn = useRef(0);
  const choose = async ({ kind, _id }: Pick<DeskPerson, 'kind' | '_id'>) => {
    turn.current += 1;
    const own = turn.current;
    const family = await fetchFamily(
      kind === 'student' ? { studentId: _id } : { parentId: _id },
      branchId,
    );
    if (own !== turn.current) return;
    change((before) => takeFamily(before, family, kind === 'student' ? _id : undefined));
    onChosen();
  };
  return (
    <section className={styles.zone} aria-labelledby="desk-who" data-zone="who">
      <h2 id="desk-who">
        <span className={styles.step} aria-hidden>
          {1}
        </span>
        <Unseen>{t('who.title')}</Unseen>
      </h2>
      <div className={cards.who}>
        <WhoBox
          text={find}
          onText={setFind}
          branchId={branchId}
          isBusy={visit.edit.isSaving}
          // The request layer shows the error.
          onChoose={(person) => choose(person).catch(() => undefined)}
          onNew={setNewOf}
          onPaper={(paper) =>
            void navigate(
              paper.kind === 'receipt'
                ? receiptPath(paper.number, paper.check)
                : `${paths.orders}?${new URLSearchParams({ search: paper.number }).toString()}`,
            )
          }
          onWalkIn={(name) => {
            turn.current += 1;
            change((before) => takeWalkIn(before, name));
          }}
        />
        {newOf !== undefined && (
          <Suspense fallback={<p role="status">{t('common:loading')}</p>}>
            <NewStudentForm
              typed={newOf}
              visit={visit}
              onCancel={() => {
                flushSync(() => setNewOf(undefined));
                leadTo(WHO_ID);
              }}
              onUse={(_id) => {
                setNewOf(undefined);
                void choose({ kind: 'student', _id }).catch(() => undefined);
              }}
              onAdd={(made) => {
                flushSync(() => {
                  change((before) => addNewStudent(before, made));
                  setNewOf(undefined);
                });
                onChosen();
              }}
            />
          </Suspense>
        )}
        <Suspense fallback={null}>
          {(draft.family || draft.newStudents.length > 0) && <VisitChildren visit={visit} />}
        </Suspense>
        {newOf === undefined &&
          (draft.payer === null ? (
            <Button icon={UserPlus} onClick={beginNew}>
              {t('who.new')}
            </Button>
          ) : (
            draft.payer.kind !== 'walkIn' && (
              <IconButton icon={UserPlus} label={t('who.addChild')} onClick={() => setNewOf('')} />
            )
          ))}
        <Suspense fallback={null}>
          {draft.payer?.kind === 'walkIn' ? (
            <WalkIn
              payer={draft.payer}
              isNeeded={needsName(draft, isAway)}
              errors={visitErrors(visit)}
              onChange={(payer) => change((before) => ({ ...before, payer }))}
            />
          ) : (
            draft.payer && <PayerCard visit={visit} />
          )}
        </Suspense>
      </div>
    </section>
  );
}
