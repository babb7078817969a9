import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { TransferTarget } from '#contract/classes/transfer-preview.ts';
import { DOT } from '#contract/words/dot.ts';
import type { FieldProps } from '#src/components/fields/use-field.ts';
import { useField } from '#src/components/fields/use-field.ts';
import { useFindingText } from '#src/entities/class/finding-text.ts';
import { useTimesInWords } from '#src/entities/class/class-words.ts';
import { showSignedKip, useShownName } from '#src/features/transfers/transfer-words.ts';
import styles from '#src/features/transfers/transfers.module.css';
import { formatNumber, formatTime } from '#src/lib/text/format.ts';
import { showDay } from '#src/lib/text/day.ts';
import { usePersonName } from '#src/lib/text/person-name.ts';
import { ErrorText } from '#src/components/kit/error-text.tsx';

type CardProps = {
  target: TransferTarget;
  isChosen: boolean;
  mayOverride: boolean;
  onChoose: () => void;
};

/** A possible class: time, room, teacher, seats, objections, and its price. */
function TargetCard({ target, isChosen, mayOverride, onChoose }: CardProps) {
  const { t } = useTranslation('transfers');
  const inWords = useTimesInWords();
  const personName = usePersonName();
  const shownName = useShownName();
  const findingText = useFindingText();
  const { classCode, capacity, seatsTaken, newLAK, differenceLAK, findings, problem } = target;
  const left = Math.max(0, capacity - seatsTaken);
  const isBarred =
    left === 0 ||
    newLAK === null ||
    findings.some(
      ({ weight, check }) =>
        check === 'seats' || weight === 'block' || (weight === 'override' && !mayOverride),
    );
  return (
    <label className={styles.target}>
      <input
        type="radio"
        name="toClassId"
        checked={isChosen}
        disabled={isBarred && !isChosen}
        onChange={onChoose}
      />
      <span>
        <b>{classCode}</b> {shownName(target.courseNameEn, target.courseNameLo)}
        <small>
          {[
            inWords(target.slots),
            target.roomName,
            target.teacher ? personName(target.teacher) : '',
          ]
            .filter(Boolean)
            .join(DOT)}
        </small>
      </span>
      <span className={styles.price}>
        {newLAK === null ? t(`target.${problem ?? 'priceMissing'}`) : <b>{formatNumber(newLAK)}</b>}
        {target.firstOn !== null && (
          <small>
            {t('target.sessions', { count: target.sessions, day: showDay(target.firstOn) })}
          </small>
        )}
        {differenceLAK !== null && (
          <small>
            {t(
              differenceLAK > 0
                ? 'target.toPay'
                : differenceLAK < 0
                  ? 'target.less'
                  : 'target.same',
              {
                sum:
                  differenceLAK > 0 ? showSignedKip(differenceLAK) : formatNumber(-differenceLAK),
              },
            )}
          </small>
        )}
      </span>
      <span className={styles.line}>
        <b>
          {left === 0
            ? t('target.full', { count: capacity })
            : t('target.left', { count: capacity, n: left, of: capacity })}
        </b>
        {findings
          .filter(({ check }) => check !== 'seats')
          .map((finding) => (
            <span key={finding.check} className={styles.finding} data-weight={finding.weight}>
              <TriangleAlert aria-hidden size={14} />
              {findingText(finding)}
            </span>
          ))}
      </span>
    </label>
  );
}

type TargetFieldProps = FieldProps<string> & {
  targets: readonly TransferTarget[] | undefined;
  asOf: string | undefined;
  mayOverride: boolean;
};

/** The new class, chosen from cards; the seats show the time of their count. */
export function TargetField({ targets, asOf, mayOverride, ...props }: TargetFieldProps) {
  const { t } = useTranslation('transfers');
  const field = useField(
    props,
    (value) => targets?.find(({ classId }) => classId === value)?.classCode ?? '',
  );
  return (
    <fieldset
      className={styles.targets}
      aria-invalid={field.error !== undefined}
      data-invalid={field.error === undefined ? undefined : ''}
      tabIndex={-1}
    >
      <legend>
        {props.label}{' '}
        {asOf !== undefined && <small>{t('ask.seatsAsOf', { time: formatTime(asOf) })}</small>}
      </legend>
      {field.error !== undefined && <ErrorText>{field.error}</ErrorText>}
      {targets === undefined && <p role="status">{t('ask.looking')}</p>}
      {targets?.length === 0 && <p role="status">{t('ask.noClass')}</p>}
      {targets?.map((target) => (
        <TargetCard
          key={target.classId}
          target={target}
          isChosen={field.value === target.classId}
          mayOverride={mayOverride}
          onChoose={() => field.change(target.classId)}
        />
      ))}
    </fieldset>
  );
}
