import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HeldPlace } from '#contract/classes/continuing-replies.ts';
import { daysBetween } from '#contract/dates.ts';
import { DOT } from '#contract/words/dot.ts';
import { Button } from '#src/components/kit/button.tsx';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import { Mark } from '#src/components/kit/mark.tsx';
import { WholeWords } from '#src/components/kit/whole-words.tsx';
import { useTimesInWords } from '#src/entities/class/class-words.ts';
import { failureText } from '#src/lib/request/failure-text.ts';
import { saveOnce } from '#src/lib/request/save.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { showDay } from '#src/lib/text/day.ts';
import { formatDateTime } from '#src/lib/text/format.ts';
import { usePersonName } from '#src/lib/text/person-name.ts';
import { today } from '#src/lib/text/today.ts';
import { useOnline } from '#src/offline/use-online.ts';
import { LaterDialog, NoDialog } from './answer-dialogs.tsx';
import styles from './continuing.module.css';
import { saidOf } from './shown-answers.ts';
import { answerWrites } from './use-held-families.ts';

export type HeldPlaceLineProps = {
  termId: string;
  place: HeldPlace;
  refresh: () => Promise<void>;
};

const tones = { open: 'wait', later: 'wait', yes: 'on', no: 'off' } as const;

/** What was said, when and by whom it was written down. */
function Reply({ place }: { place: HeldPlace }) {
  const { t } = useTranslation('terms');
  const { reply } = place;
  const said = saidOf(place);
  const detail = [
    reply?.answer === 'later' && t('answers.askOn', { day: showDay(reply.laterOn) }),
    reply?.reason,
    reply && [formatDateTime(reply.at), reply.by].filter(Boolean).join(' '),
  ];
  return (
    <span className={styles.reply}>
      <Mark tone={tones[said]} label={t(`answers.said.${said}`)} />
      <small>{detail.filter(Boolean).join(DOT)}</small>
    </span>
  );
}

/** The buttons of a place: yes, later and no, or taking a no back. */
function Answers({ termId, place, refresh }: HeldPlaceLineProps) {
  const { t } = useTranslation('terms');
  const nameOf = usePersonName();
  const online = useOnline();
  const [mayAnswer, mayFree] = [useCan('enrolments:write'), useCan('enrolments:leave')];
  const [asking, setAsking] = useState<'no' | 'later'>();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const name = nameOf(place);
  const writes = answerWrites(termId);
  const send = async (write: (key: string) => Promise<unknown>) => {
    setBusy(true);
    const result = await saveOnce(write);
    setProblem(result.outcome === 'saved' ? '' : failureText(result));
    await refresh();
    setBusy(false);
  };
  const isOff = isBusy || !online;
  const label = (word: 'yes' | 'later' | 'no' | 'undo') => ({
    'aria-label': `${t(`answers.${word}`)}: ${name}`,
    disabled: isOff,
  });
  const dialog = { termId, place, refresh, onClose: () => setAsking(undefined) };
  return (
    <div className={styles.answers}>
      {place.isHeld && mayAnswer && (
        <>
          <Button
            {...label('yes')}
            onClick={() => void send((key) => writes.answer(place, { answer: 'yes' }, key))}
          >
            {t('answers.yes')}
          </Button>
          <Button {...label('later')} onClick={() => setAsking('later')}>
            {t('answers.later')}
          </Button>
          {mayFree && (
            <Button {...label('no')} onClick={() => setAsking('no')}>
              {t('answers.no')}
            </Button>
          )}
        </>
      )}
      {!place.isHeld && mayFree && (
        <Button {...label('undo')} onClick={() => void send((key) => writes.undo(place, key))}>
          {t('answers.undo')}
        </Button>
      )}
      <ErrorText role="alert">{problem}</ErrorText>
      {asking === 'no' && <NoDialog {...dialog} />}
      {asking === 'later' && <LaterDialog {...dialog} />}
    </div>
  );
}

/** One held seat of a family: the student, the class, the last day, and what was said. */
export function HeldPlaceLine(props: HeldPlaceLineProps) {
  const { t } = useTranslation('terms');
  const nameOf = usePersonName();
  const timesOf = useTimesInWords();
  const { place } = props;
  const left = daysBetween(today(), place.until);
  return (
    <li className={styles.place}>
      <div>
        <b>
          <WholeWords text={nameOf(place)} />
        </b>
        <small>{[place.studentCode, place.classCode, timesOf(place.slots)].join(DOT)}</small>
        {place.isHeld && (
          <small>
            {[
              t('answers.heldUntil', { day: showDay(place.until) }),
              left > 0 ? t('answers.daysLeft', { count: left }) : t('answers.lastDay'),
            ].join(DOT)}
          </small>
        )}
        <Reply place={place} />
      </div>
      <Answers {...props} />
    </li>
  );
}
