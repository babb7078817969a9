import { Button } from '@chakra-ui/react/button';
import { useState, type ReactNode } from 'react';
import { Chakra } from '#src/theme/chakra.tsx';
import { DialogBox } from './dialog-box.tsx';

type Question = {
  title: string;
  text?: string;
  /** The verb on the button that proceeds, and the word on the one that goes back. */
  confirm: string;
  cancel: string;
};

/** Asks one question with two answers; the careful one has the focus. */
export function ConfirmDialog({
  onAnswer,
  ...question
}: Question & { onAnswer: (confirmed: boolean) => void }) {
  return (
    <Chakra>
      <DialogBox
        title={question.title}
        {...(question.text !== undefined && { description: question.text })}
        onClose={() => onAnswer(false)}
        footer={
          <>
            <Button autoFocus onClick={() => onAnswer(false)}>
              {question.cancel}
            </Button>
            <Button variant="solid" onClick={() => onAnswer(true)}>
              {question.confirm}
            </Button>
          </>
        }
      />
    </Chakra>
  );
}

/**
 * A question that can be awaited: `ask` resolves with the answer, and `dialog` must be rendered.
 */
export function useConfirm(): { ask: (question: Question) => Promise<boolean>; dialog: ReactNode } {
  const [asked, setAsked] = useState<{
    question: Question;
    resolve: (confirmed: boolean) => void;
  }>();
  const ask = (question: Question) =>
    new Promise<boolean>((resolve) => setAsked({ question, resolve }));
  const dialog = asked && (
    <ConfirmDialog
      {...asked.question}
      onAnswer={(confirmed) => {
        setAsked(undefined);
        asked.resolve(confirmed);
      }}
    />
  );
  return { ask, dialog };
}
