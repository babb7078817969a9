import { useEffect, useRef, type ReactNode } from 'react';
import { Note } from '#src/components/kit/note.tsx';

type DoneNoteProps = {
  /** What the server has written; undefined before, and while a dialog is still open. */
  done: object | undefined;
  title: string;
  children?: ReactNode;
};

/**
 * What an act has just written, with the next one. The focus moves to it, because the button of the
 * act may stand far below, where nobody would see that something has happened.
 */
export function DoneNote({ done, title, children }: DoneNoteProps) {
  const box = useRef<HTMLDivElement>(null);
  const told = useRef<object>(undefined);
  useEffect(() => {
    // The same answer comes again when a dialog is closed without a new act.
    if (!done || done === told.current) return;
    told.current = done;
    box.current?.focus();
  }, [done]);
  return (
    <div ref={box} role="status" tabIndex={-1}>
      {done && <Note title={title}>{children}</Note>}
    </div>
  );
}
