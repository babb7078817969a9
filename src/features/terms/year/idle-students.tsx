import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { BranchClose } from '#contract/reports/year-close.ts';
import { DOT } from '#contract/words/dot.ts';
import { Button } from '#src/components/kit/button.tsx';
import { Row } from '#src/components/kit/layout.tsx';
import { editPath, paths } from '#src/lib/paths.ts';
import { useCan } from '#src/lib/session/use-can.ts';

const StatusDialog = lazy(async () => ({
  default: (await import('#src/entities/student/status-dialog.tsx')).StatusDialog,
}));

/** So many stand in the line; the dialog names all that it changes. */
const MOST_SHOWN = 20;

type IdleProps = {
  idle: BranchClose['idle'];
  /** The page of a student opens for this person. */
  mayOpen: boolean;
  /** The last of them is inactive, so the button of the act is gone. */
  onDone: () => void;
};

/** Students without a place, and the act that sets them inactive after naming them. */
export function IdleStudents({ idle: { count, first }, mayOpen, onDone }: IdleProps) {
  const { t } = useTranslation('year-close');
  const mayChange = useCan('students:write');
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const wasThere = useRef(count > 0);
  useEffect(() => {
    if (wasThere.current && count === 0 && document.activeElement === document.body) onDone();
    wasThere.current = count > 0;
  }, [count, onDone]);
  if (count === 0) return null;
  return (
    <>
      {first.slice(0, MOST_SHOWN).map(({ _id, studentCode, name }, at) => (
        <span key={_id}>
          {at > 0 && DOT}
          {mayOpen ? (
            <Link to={editPath(paths.editStudent, _id)}>
              {studentCode} {name}
            </Link>
          ) : (
            `${studentCode} ${name}`
          )}
        </span>
      ))}
      {count > MOST_SHOWN && ' …'}
      {mayChange && (
        <Row>
          <Button onClick={() => setAsking(true)}>
            {t('setInactive', { count: first.length })}
          </Button>
        </Row>
      )}
      {asking && (
        <Suspense>
          <StatusDialog
            ids={first.map(({ _id }) => _id)}
            proposed="inactive"
            idle
            onClose={close}
            onDone={close}
          >
            {first.length < count && <p>{t('firstOfIdle', { count, n: first.length })}</p>}
            <ul>
              {first.map(({ _id, studentCode, name }) => (
                <li key={_id}>
                  {studentCode} {name}
                </li>
              ))}
            </ul>
          </StatusDialog>
        </Suspense>
      )}
    </>
  );
}
