import {
  DndContext,
  DragOverlay,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useSensor,
  useSensors,
  type PointerSensorProps,
} from '@dnd-kit/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AcademicTerm } from '#contract/courses/academic-terms.ts';
import { DOT } from '#contract/words/dot.ts';
import { InputBox } from '#src/components/kit/field.tsx';
import { Note } from '#src/components/kit/note.tsx';
import { Segments } from '#src/components/kit/segments.tsx';
import { upperBar } from '#src/lib/browser/own-bar.ts';
import { useOnline } from '#src/offline/use-online.ts';
import styles from './board.module.css';
import rowStyles from './rows.module.css';

type TermChoiceProps = {
  isLoaded: boolean;
  terms: readonly AcademicTerm[];
  term: AcademicTerm | undefined;
  onChoose: (id: string) => void;
};

/** The choice of the term. */
export function TermChoice({ isLoaded, terms, term, onChoose }: TermChoiceProps) {
  const { t } = useTranslation('allocation');
  if (isLoaded && terms.length === 0) return null;
  return (
    <label className={styles.term}>
      {t('term')}
      <InputBox>
        <select value={term?._id} onChange={(event) => onChoose(event.target.value)}>
          {terms.map(({ _id, code, name }) => (
            <option key={_id} value={_id}>{`${code}${DOT}${name}`}</option>
          ))}
        </select>
      </InputBox>
    </label>
  );
}

/** The reason why nothing can be changed, if there is one. */
export function ReadOnlyNotice({ mayWrite }: { mayWrite: boolean }) {
  const { t } = useTranslation('allocation');
  const online = useOnline();
  if (online && mayWrite) return null;
  return (
    <div className={styles.notice}>
      <Note tone="wait">{t(online ? 'noRight' : 'offline')}</Note>
    </div>
  );
}

type BoardProps = {
  /** The headings of both sides, which are two steps on a phone. */
  steps: readonly [string, string];
  children: readonly [ReactNode, ReactNode];
  /** The label that follows the pointer. */
  dragged: (id: string) => ReactNode;
  onDrop: (dragged: string, over: string) => void;
  /** The dragged item, or undefined. */
  onDragged: (id: string | undefined) => void;
  /** The selection on the first side, which a phone hides while it shows the second. */
  selection?: ReactNode;
};

const silent = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
};

/** The point at which a mouse or a finger took hold. */
function takenAt(event: Event | null): { clientX: number; clientY: number } | undefined {
  return event instanceof MouseEvent
    ? event
    : event instanceof TouchEvent
      ? event.touches[0]
      : undefined;
}

type Moved = {
  activatorEvent: Event | null;
  activeNodeRect: { left: number; top: number } | null;
  transform: { x: number; y: number; scaleX: number; scaleY: number };
};

/** Puts the short label at the pointer, because the dragged row is much wider than the label. */
function atPointer({ activatorEvent, activeNodeRect, transform }: Moved) {
  const at = takenAt(activatorEvent);
  if (!at || !activeNodeRect) return transform;
  return {
    ...transform,
    x: transform.x + at.clientX - activeNodeRect.left,
    y: transform.y + at.clientY - activeNodeRect.top,
  };
}

const preventDefault = (event: Event) => {
  if (event.cancelable) event.preventDefault();
};

/**
 * A finger on a grip. The sensor of the library leaves the first move to the browser, which takes
 * the drag for a pan, a lift in motion for a fling, and the next tap for the end of that fling: no
 * click would follow that tap.
 */
class GripTouch extends TouchSensor {
  constructor(props: PointerSensorProps) {
    super(props);
    // The listener may stay, because a grip never scrolls. The same listener is never added twice.
    props.event.target?.addEventListener('touchmove', preventDefault, { passive: false });
  }
}

/**
 * Two sides with items to drag from the first to the second. Everything has a button too, so the
 * keyboard needs no dragging.
 */
export function Board({ steps, children, dragged, onDrop, onDragged, selection }: BoardProps) {
  const [step, setStep] = useState(1);
  const [id, setId] = useState<string>();
  const hold = (held: string | undefined) => {
    setId(held);
    onDragged(held);
  };
  // Mouse and finger must move a little, or a click would start a drag. A finger needs no delay,
  // because it drags by a grip that never scrolls.
  const moved = { activationConstraint: { distance: 6 } };
  const sensors = useSensors(useSensor(MouseSensor, moved), useSensor(GripTouch, moved));
  return (
    <DndContext
      sensors={sensors}
      // The card under the finger is the target, not the card that a wide row covers most.
      collisionDetection={pointerWithin}
      accessibility={{ announcements: silent, screenReaderInstructions: { draggable: '' } }}
      onDragStart={({ active }) => hold(String(active.id))}
      onDragCancel={() => hold(undefined)}
      onDragEnd={({ active, over }) => {
        hold(undefined);
        if (over) onDrop(String(active.id), String(over.id));
      }}
    >
      <div ref={upperBar} className={styles.steps} data-bar>
        <Segments
          options={steps.map((label, at) => ({ value: at + 1, label }))}
          value={step}
          onChoose={setStep}
        />
        {step === 2 && selection}
      </div>
      <div className={styles.board} data-step={step}>
        {children}
      </div>
      <DragOverlay dropAnimation={null} modifiers={[atPointer]}>
        {id !== undefined && <span className={rowStyles.dragged}>{dragged(id)}</span>}
      </DragOverlay>
    </DndContext>
  );
}
