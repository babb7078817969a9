import { DndContext, DragOverlay, MouseSensor, TouchSensor, useSensor, useSensors } from '@dnd-kit/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AcademicTerm } from '#contract/academic-terms.ts';
import { useOnline } from '#src/offline/use-online.ts';
import controls from '#src/theme/controls.module.css';
import styles from './board.module.css';
import rowStyles from './rows.module.css';

type TermChoiceProps = { isLoaded: boolean; terms: readonly AcademicTerm[]; term: AcademicTerm | undefined; onChoose: (id: string) => void };

/** Which term the board is about. */
export function TermChoice({ isLoaded, terms, term, onChoose }: TermChoiceProps) {
  const { t } = useTranslation('allocation');
  if (isLoaded && terms.length === 0) return <p role="status">{t('noTerm')}</p>;
  return (
    <label className={styles.field}>
      {t('term')}
      <select value={term?._id} onChange={(event) => onChoose(event.target.value)}>
        {terms.map(({ _id, code, name }) => (
          <option key={_id} value={_id}>{`${code} · ${name}`}</option>
        ))}
      </select>
    </label>
  );
}

/** Why nothing can be changed here, if so. */
export function ReadOnlyNotice({ mayWrite }: { mayWrite: boolean }) {
  const { t } = useTranslation('allocation');
  const online = useOnline();
  if (online && mayWrite) return null;
  return <p className={styles.notice}>{t(online ? 'noRight' : 'offline')}</p>;
}

type BoardProps = {
  /** The words of both sides: on a phone they are two steps. */
  steps: readonly [string, string];
  children: readonly [ReactNode, ReactNode];
  /** What hangs at the finger. */
  dragged: (id: string) => ReactNode;
  onDrop: (dragged: string, over: string) => void;
};

const silent = { onDragStart: () => undefined, onDragOver: () => undefined, onDragEnd: () => undefined, onDragCancel: () => undefined };

/** Two sides, things to be dragged from the first to the second one. Everything has a button too, so the keyboard needs no dragging. */
export function Board({ steps, children, dragged, onDrop }: BoardProps) {
  const [step, setStep] = useState(1);
  const [id, setId] = useState<string>();
  // A finger rests a moment before it drags, or nobody could scroll; a mouse moves a little, or nobody could click.
  const sensors = useSensors(useSensor(MouseSensor, { activationConstraint: { distance: 6 } }), useSensor(TouchSensor, { activationConstraint: { delay: 150, tolerance: 8 } }));
  return (
    <DndContext
      sensors={sensors}
      accessibility={{ announcements: silent, screenReaderInstructions: { draggable: '' } }}
      onDragStart={({ active }) => setId(String(active.id))}
      onDragCancel={() => setId(undefined)}
      onDragEnd={({ active, over }) => {
        setId(undefined);
        if (over) onDrop(String(active.id), String(over.id));
      }}
    >
      <div className={`${controls.segments} ${styles.steps}`}>
        {steps.map((label, at) => (
          <button key={label} type="button" aria-pressed={step === at + 1} onClick={() => setStep(at + 1)}>
            {label}
          </button>
        ))}
      </div>
      <div className={styles.board} data-step={step}>
        {children}
      </div>
      <DragOverlay dropAnimation={null}>{id !== undefined && <span className={rowStyles.dragged}>{dragged(id)}</span>}</DragOverlay>
    </DndContext>
  );
}
